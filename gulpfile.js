const { src, dest, watch } = require('gulp');
const { rimraf } = require('rimraf');

/** Everything n8n reads beside the compiled code: icons, codex files and output previews. */
const ASSETS = ['nodes/**/*.{svg,json}', 'credentials/**/*.svg'];
const { OUT_DIR = 'dist' } = process.env;

/** What tsc leaves behind of an earlier build would be packed with the new one. */
exports.clean = () => rimraf(OUT_DIR);

exports.assets = function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest(OUT_DIR));
};

/** The same, and again at each save. */
exports.watch = () => watch(ASSETS, { ignoreInitial: false }, exports.assets);
