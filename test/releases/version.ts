/** The parts of a version such as `1.2.0`; none of what is no version of a release. */
const partsOf = (version: string): number[] =>
	/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)?.slice(1).map(Number) ?? [];

/** Whether it is what a release may be called: no `v`, no `-beta`. */
export const isVersion = (version: string): boolean => partsOf(version).length === 3;

/** Less than 0 if the first is the older. */
export function compareVersions(one: string, other: string): number {
	const others = partsOf(other);
	const differences = partsOf(one).map((part, index) => part - (others[index] ?? 0));
	return differences.find((difference) => difference !== 0) ?? 0;
}
