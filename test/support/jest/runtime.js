/** How a test file loads modules: what is ours anew for each file, a package once for all files of a process. */
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const isRelative = (name) => name.startsWith('.') || name.startsWith('/');

module.exports = class extends Runtime {
	createScriptFromCode(code, filename) {
		const script = super.createScriptFromCode(code, filename);
		script.runInContext = (_context, options) => script.runInThisContext(options);
		return script;
	}

	/** Jest's own modules hold what belongs to a file. What a test mocks has not come here. */
	requireModule(from, name, options, isActual) {
		const isJests = options?.isInternalModule === true;
		const isPackage = name !== undefined && !isRelative(name) && !this._resolver.isCoreModule(name);
		if (isPackage && !isJests) return createRequire(from)(name);
		return super.requireModule(from, name, options, isActual);
	}
};
