/** What a person sees while npm installs: a line that says how far it is, and that it goes on. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What is installed, as a person is told. */
export interface Label {
	/** Such as `n8n 2.41.1`. */
	name: string;
	/** What it takes on the disk. */
	megabytes: number;
	/** How long it usually takes, such as `3 to 9 min`. */
	took: string;
}

/** Where the line goes: `process.stdout`. */
export interface Screen {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

interface LockFile {
	packages: Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>;
}

/** A terminal shows the same line anew; a log gets another line. */
const TERMINAL_MS = 1000;
const LOG_MS = 10_000;
/** Walking gigabytes costs a second: it gets one of so many. */
const MEASURED_SHARE = 30;

/** How many installs show a line: one line of a terminal can't be rewritten for two. */
let shown = 0;

/** The folders of all packages of a lock file that this machine gets. */
function foldersIn(lockPath: string): string[] {
	const { packages } = JSON.parse(readFileSync(lockPath, 'utf8')) as LockFile;
	Object.assign(process.report, { excludeNetwork: true }); // it would ask the network for names
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
	const isFor = (wanted: string[] | undefined, here: string) => wanted?.includes(here) !== false;
	return Object.entries(packages)
		.filter(([path]) => path !== '')
		.filter(([, { os, cpu }]) => isFor(os, process.platform) && isFor(cpu, process.arch))
		.filter(([, one]) => process.platform !== 'linux' || isFor(one.libc, libc))
		.map(([path]) => path);
}

/** `65` seconds as `1:05`. */
const clock = (seconds: number): string =>
	`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const grouped = (count: number): string => count.toLocaleString('en');

/** Shows how an install goes on, from its making until `end`. */
export class Progress {
	private step = 'downloading and unpacking';
	private readonly started: number;
	private readonly packages: string[];
	private readonly timer: NodeJS.Timeout;
	private megabytes = 0;
	private measuredAt = 0;

	/**
	 * @param folder where `node_modules` grows, beside the lock file
	 * @param everyMs at least so often there is a line
	 */
	constructor(
		private readonly label: Label,
		private readonly folder: string,
		private readonly screen: Screen = process.stdout,
		private readonly now: () => number = Date.now,
		everyMs: number = screen.isTTY === true ? TERMINAL_MS : LOG_MS,
	) {
		this.started = now();
		this.packages = foldersIn(join(folder, 'package-lock.json'));
		this.timer = setInterval(() => this.show(), everyMs);
		shown += 1;
		this.show();
	}

	/** Says what is done from now on. */
	begins(step: string): void {
		this.step = step;
		this.show();
	}

	/** The last line stays. */
	end(): void {
		clearInterval(this.timer);
		if (this.rewrites) this.screen.write('\n');
		shown -= 1;
	}

	private get rewrites(): boolean {
		return this.screen.isTTY === true && shown === 1;
	}

	private show(): void {
		this.measure();
		const line = this.line();
		const room = (this.screen.columns ?? 80) - 1; // a line that wraps can't be rewritten
		this.screen.write(this.rewrites ? `\r\u001b[K${line.slice(0, room)}` : `${line}\n`);
	}

	private line(): string {
		// npm makes all folders first, and fills them one by one.
		const isUnpacked = (path: string) => existsSync(join(this.folder, path, 'package.json'));
		const done = this.packages.filter(isUnpacked).length;
		const seconds = Math.round((this.now() - this.started) / 1000);
		const { name, megabytes, took } = this.label;
		const count = `${grouped(done)} of ${grouped(this.packages.length)} packages`;
		const size = `${grouped(this.megabytes)} of about ${grouped(megabytes)} MB`;
		// What moves comes first: a narrow terminal shows no more.
		return `${name}: ${clock(seconds)} (usually ${took}), ${size}, ${this.step}, ${count}`;
	}

	/** What is shown is what `du` said when it was last asked. */
	private measure(): void {
		if (this.now() < this.measuredAt) return;
		this.measuredAt = Infinity;
		const begun = this.now();
		void promisify(execFile)('du', ['-sk', join(this.folder, 'node_modules')])
			.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' })) // of what is gone meanwhile
			.then(({ stdout }) => {
				this.megabytes = Math.max(this.megabytes, Math.round(parseInt(stdout || '0') / 1024));
				this.measuredAt = this.now() + MEASURED_SHARE * (this.now() - begun);
			});
	}
}
