/** The files of `examples/`, as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile } from './client';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');

export const exampleNames = (): string[] => readdirSync(FOLDER).sort();

export const exampleText = (fileName: string): string =>
	readFileSync(join(FOLDER, fileName), 'utf8');

/** The workflow in a file; each call gives an object of its own. */
export const readExample = (file: string): WorkflowFile =>
	JSON.parse(exampleText(file)) as WorkflowFile;
