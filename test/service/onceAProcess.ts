const KEPT = Symbol.for('n8n-nodes-audience-page.kept');

interface Kept {
	[KEPT]?: Map<string, unknown>;
}

/**
 * What `make` has made when it was first called under this name in the process: for what is slow to make and has no
 * state, as Jest loads the modules anew for each test file.
 */
export function onceAProcess<Made>(name: string, make: () => Made): Made {
	const kept = ((globalThis as Kept)[KEPT] ??= new Map());
	if (!kept.has(name)) kept.set(name, make());
	return kept.get(name) as Made;
}
