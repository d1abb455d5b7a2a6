/** How well a picture is told from its background, by the contrast ratio of WCAG 2. */

const HEX_COLOR = /(?:fill|stroke|stop-color)\s*[=:]\s*["']?(#(?:[0-9a-f]{6}|[0-9a-f]{3}))\b/gi;

/** Of a color such as `#ffb65c` or `#fff`: 0 for black, 1 for white. */
function relativeLuminance(color: string): number {
	const digits = color.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
	const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
		const channel = parseInt(digits.slice(at, at + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [one, other].map(relativeLuminance).sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

/** The contrast of that color of an SVG that stands out most. One without colors is black. */
export function bestContrast(svg: string, background: string): number {
	const colors = [...svg.matchAll(HEX_COLOR)].map(([, color]) => color!);
	return Math.max(...(colors.length > 0 ? colors : ['#000']).map((color) => contrast(color, background)));
}
