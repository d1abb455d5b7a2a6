/** The Node that an installed n8n runs on: a package beside it, named by its `package.json`. */
import { join } from 'node:path';

/** Folder of the Node of the n8n in `folder`: its program, and the headers to compile for it. */
export const nodeIn = (folder: string): string =>
	join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);

/** Path of the Node that the n8n in `folder` runs on. */
export const nodeOf = (folder: string): string => join(nodeIn(folder), 'bin', 'node');
