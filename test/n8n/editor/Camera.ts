import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** What belongs to the moment, or to n8n alone. */
const HIDDEN = [
	'.el-notification',
	'[data-test-id="ask-assistant-button"]',
	'[data-test-id="canvas-handle-plus-wrapper"]',
	'[data-test-id="credential-edit-instance-ai-help-button"]',
	'[data-test-id="panel-drag-button"]',
];
const STYLE = `${HIDDEN.join()} { display: none !important }`;

/** What is to be seen in a picture. */
export interface Frame {
	/** The picture is the rectangle that holds all of these, each of which may be several elements, … */
	parts: Locator[];
	/** … and so many pixels around it, … */
	margin?: number;
	/** … as far as it is within this. */
	within?: Locator;
}

/** Takes pictures of parts of a page, as PNG files in a folder. */
export class Camera {
	constructor(
		private readonly page: Page,
		private readonly folder: string,
	) {}

	/**
	 * @param name of the file, without its ending
	 * @throws Error if nothing is shown of one of the parts
	 */
	async take(name: string, { parts, margin = 16, within = this.page.locator('body') }: Frame): Promise<void> {
		await this.page.addStyleTag({ content: STYLE });
		const shown = (await Promise.all(parts.map(edgesOf))).flat();
		const [edge] = await edgesOf(within);
		const x = Math.max(edge!.left, Math.min(...shown.map(({ left }) => left)) - margin);
		const y = Math.max(edge!.top, Math.min(...shown.map(({ top }) => top)) - margin);
		const right = Math.min(edge!.right, Math.max(...shown.map((one) => one.right)) + margin);
		const bottom = Math.min(edge!.bottom, Math.max(...shown.map((one) => one.bottom)) + margin);
		const clip = { x, y, width: right - x, height: bottom - y };
		const path = join(this.folder, `${name}.png`);
		await this.page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
	}
}

async function edgesOf(part: Locator) {
	const boxes = await Promise.all((await part.all()).map((element) => element.boundingBox()));
	const shown = boxes.filter((box) => box !== null);
	if (shown.length === 0) throw new Error(`${String(part)} is not shown`);
	return shown.map(({ x, y, width, height }) => ({ left: x, top: y, right: x + width, bottom: y + height }));
}
