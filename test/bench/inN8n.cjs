/**
 * Loaded into an n8n before all else (`node --require`): puts something else in the place of a
 * method of our nodes, as `BENCH` says. So it needs nothing from the bench.
 */
const { appendFile } = require('node:fs/promises');
const { Module } = require('node:module');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setTimeout: wait } = require('node:timers/promises');

const CREDENTIAL = 'audiencePageApi';
const IN_FLIGHT = 16;

/**
 * The least that a node can do: n8n's own request helper in a loop, which is spared reading the
 * credential for each request, and no parameter, no check, no retry, no option. What it takes is
 * n8n's share of what our node takes.
 */
async function bareLoop() {
	const data = await this.getCredentials(CREDENTIAL);
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	const { httpRequestWithAuthentication } = this.helpers;
	const send = (request) =>
		httpRequestWithAuthentication.call(
			this,
			CREDENTIAL,
			{ json: true, ...request },
			{ credentialsDecrypted },
		);
	const outputs = [];
	if (this.getNodeParameter('operation', 0) === 'getAll') {
		for (let cursor; cursor !== null; ) {
			const page = await send({
				url: '/v0/persons/search',
				qs: { limit: 100, ...(cursor && { cursor }) },
			});
			for (const json of page.items) outputs.push({ json, pairedItem: { item: 0 } });
			cursor = page.hasMore ? page.nextCursor : null;
		}
		return [outputs];
	}
	const rest = this.getInputData().entries();
	const worker = async () => {
		for (const [item, { json }] of rest) {
			const { accountId, source, type, payload, name } = json;
			const body = { accountId, source, type, payload, name };
			const entry = await send({ method: 'POST', url: '/v0/account_logs', body });
			outputs[item] = { json: entry, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
	return [outputs];
}

/** In milliseconds: how often the event loop is asked, and how long until it surely was. */
const RESOLUTION = 1;
const SETTLED = 10;

/** The trigger's own `poll`, which adds a line of JSON to `BENCH_POLLS` with what it took. */
const timed = (poll) =>
	async function () {
		const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
		delays.enable();
		await wait(SETTLED);
		const startedAt = Date.now();
		const outputs = await poll.call(this);
		const endedAt = Date.now();
		await wait(SETTLED);
		delays.disable();
		const ids = outputs?.flat().map(({ json }) => json.personId) ?? [];
		const silence = Math.round(delays.max / 1e6);
		const line = JSON.stringify({ seconds: (endedAt - startedAt) / 1000, silence, ids });
		await appendFile(process.env.BENCH_POLLS, `${line}\n`);
		return outputs;
	};

const CHANGES = {
	bareLoop: (node) => Object.assign(node.AudiencePage.prototype, { execute: bareLoop }),
	timedPoll({ AudiencePageTrigger: { prototype } }) {
		prototype.poll = timed(prototype.poll);
	},
};
const file =
	process.env.BENCH === 'timedPoll' ? '/AudiencePageTrigger.node.js' : '/AudiencePage.node.js';

const load = Module._load;
const changed = new Set();
Module._load = function (request, ...rest) {
	const loaded = load.call(this, request, ...rest);
	if (request.endsWith(file) && !changed.has(loaded)) CHANGES[process.env.BENCH](loaded);
	if (request.endsWith(file)) changed.add(loaded);
	return loaded;
};
