export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return (
		(sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
	);
}
