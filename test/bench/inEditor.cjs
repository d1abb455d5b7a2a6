/** Loaded into the page of n8n's editor before all else: notes what takes how many milliseconds. */
const shown = { keys: [], openings: [] };

/** Notes the time from an event to the frame that shows what it has led to. */
const note = ({ timeStamp }, times, isThere) => {
	const painted = () => setTimeout(() => times.push(performance.now() - timeStamp));
	const look = () => requestAnimationFrame(isThere() ? painted : look);
	look();
};

addEventListener('keydown', (event) => note(event, shown.keys, () => true), true);

const FIELD = '[data-test-id="node-parameters"] label[for]';
const isFormThere = () => document.querySelector(FIELD) !== null;
addEventListener('dblclick', (event) => note(event, shown.openings, isFormThere), true);

/** What was shown since it was last asked. */
globalThis.takeShown = () => {
	const taken = structuredClone(shown);
	for (const times of Object.values(shown)) times.length = 0;
	return taken;
};
