import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { name } from '../../../package.json';
import { Opened } from '../harness/Opened';
import type { RealN8n } from '../harness/RealN8n';
import { Reloads } from './Reloads';
import { watchPackage } from './watchPackage';

const SHOWN_FILES = 3;

/** Where n8n looks for community packages. */
const packageFolder = (userFolder: string): string => join(userFolder, '.n8n', 'nodes', 'node_modules', name);

/** The package, built for n8n, and again at each save. */
export class Builds {
	/** What n8n needs to load it anew. */
	readonly env = { N8N_DEV_RELOAD: 'true' };
	private readonly opened = new Opened();

	constructor(
		private readonly project: string,
		private readonly log: (text: string) => void,
		private readonly stop: AbortSignal,
	) {}

	/** Waits for the first build without errors. */
	readonly install = async (userFolder: string): Promise<void> => {
		const events = new EventEmitter();
		const built = once(events, 'built', { signal: this.stop });
		built.catch(() => {}); // it is waited for below
		const onBuilt = (files: string[]) => {
			if (files.length > 0)
				this.log(`Built ${files.length > SHOWN_FILES ? `${files.length} files` : files.join(', ')}`);
			events.emit('built');
		};
		const onErrors = (text: string) => this.log(`Not built:\n${text}`);
		this.opened.add(await watchPackage(this.project, packageFolder(userFolder), { onBuilt, onErrors }));
		await built;
	};

	/** From now on says when n8n has loaded a build. */
	async start(n8n: RealN8n): Promise<void> {
		const reloads = this.opened.add(await Reloads.of(n8n));
		await reloads.untilWatched(packageFolder(n8n.userFolder), this.stop);
		reloads.on('reload', () => this.log('n8n has loaded it: the editor shows it'));
	}

	async close(): Promise<void> {
		await this.opened.close();
	}
}
