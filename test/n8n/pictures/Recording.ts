import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { commandPath } from '../harness/serverProcess';

const WIDTH = 960;
const PALETTE = '[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
/** Where the mouse is, which a screenshot does not show. */
const POINTER = `position: fixed; width: 26px; height: 26px; margin: -13px; border-radius: 50%;
	background: rgb(255 109 90 / 55%); border: 2px solid white; z-index: 100000; pointer-events: none;`;

/** What a user sees in a browser, picture by picture, as a GIF. */
export class Recording {
	private readonly frames: Array<{ path: string; seconds: number }> = [];

	private constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	static async of(page: Page): Promise<Recording> {
		return new Recording(page, await mkdtemp(join(tmpdir(), 'recording-')));
	}

	/** Takes a picture, which stays for so many seconds. */
	async show(seconds: number): Promise<void> {
		const path = join(this.folder, `${this.frames.length}.png`);
		await this.page.screenshot({ path, animations: 'disabled' });
		this.frames.push({ path, seconds });
	}

	/** Shows where the mouse is, and presses its button. */
	async click(target: Locator): Promise<void> {
		const { x, y, width, height } = (await target.boundingBox())!;
		const place = `left: ${x + width / 2}px; top: ${y + height / 2}px;`;
		const content = `body::after { content: ''; ${place} ${POINTER} }`;
		const pointer = await this.page.addStyleTag({ content });
		await this.show(0.8);
		await pointer.evaluate((element) => (element as unknown as { remove(): void }).remove());
		await target.click();
		await this.page.mouse.move(0, 0);
	}

	/** Writes the GIF. Throws an Error if there is no ffmpeg. */
	async save(path: string): Promise<void> {
		const list = join(this.folder, 'frames.txt');
		const lines = this.frames.map(
			({ path: file, seconds }) => `file '${file}'\nduration ${seconds}`,
		);
		// ffmpeg shows the last picture for its time only if it stands there twice.
		const last = `file '${this.frames.at(-1)!.path}'`;
		await writeFile(list, [...lines, last].join('\n'));
		const filter = `fps=5,scale=${WIDTH}:-1:flags=lanczos,split[a][b];${PALETTE}`;
		const input = ['-f', 'concat', '-safe', '0', '-i', list];
		const ffmpeg = commandPath('ffmpeg', 'ffmpeg');
		await promisify(execFile)(ffmpeg, ['-y', '-v', 'error', ...input, '-vf', filter, path]);
		await rm(this.folder, { recursive: true });
	}
}
