const KEPT = Symbol.for('n8n-nodes-audience-page.kept');

interface Kept {
	[KEPT]?: Map<string, unknown>;
}

/**
 * Made once under this name in the process: for what is slow and has no state, as each file loads
 * modules anew.
 */
export function onceAProcess<Made>(name: string, make: () => Made): Made {
	const kept = ((globalThis as Kept)[KEPT] ??= new Map());
	if (!kept.has(name)) kept.set(name, make());
	return kept.get(name) as Made;
}
