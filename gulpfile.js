const { src, dest } = require('gulp');
const { rimraf } = require('rimraf');

/** What tsc leaves behind of an earlier build would be packed with the new one. */
exports.clean = () => rimraf('dist');

/** Everything n8n reads beside the compiled code: icons, codex files and output previews. */
exports.assets = () =>
	src(['nodes/**/*.{svg,json}', 'credentials/**/*.svg'], { base: '.', encoding: false }).pipe(dest('dist'));
