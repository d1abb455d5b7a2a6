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

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

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
		const boxes = await Promise.all(parts.map(boxOfAll));
		const clip = overlap(grown(around(boxes), margin), await boxOfAll(within));
		const path = join(this.folder, `${name}.png`);
		await this.page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
	}
}

async function boxOfAll(part: Locator): Promise<Box> {
	const elements = await part.all();
	const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
	const shown = boxes.filter((box) => box !== null);
	if (shown.length === 0) throw new Error(`${String(part)} is not shown`);
	return around(shown);
}

const between = (x: number, y: number, right: number, bottom: number): Box => ({
	x,
	y,
	width: right - x,
	height: bottom - y,
});

const around = (boxes: Box[]): Box =>
	between(
		Math.min(...boxes.map(({ x }) => x)),
		Math.min(...boxes.map(({ y }) => y)),
		Math.max(...boxes.map(({ x, width }) => x + width)),
		Math.max(...boxes.map(({ y, height }) => y + height)),
	);

const grown = ({ x, y, width, height }: Box, by: number): Box =>
	between(x - by, y - by, x + width + by, y + height + by);

const overlap = (one: Box, other: Box): Box =>
	between(
		Math.max(one.x, other.x),
		Math.max(one.y, other.y),
		Math.min(one.x + one.width, other.x + other.width),
		Math.min(one.y + one.height, other.y + other.height),
	);
