/** `npm run sbom -- FILE`: writes what a release says of its parts. */
import { runLegs } from '../lint/legs';
import { ensureJudges } from './install';
import { writeSbom } from './sbom';

const [path = 'sbom.cdx.json'] = process.argv.slice(2);

void runLegs(async () => {
	await ensureJudges();
	return [[path, () => writeSbom(path)]];
});
