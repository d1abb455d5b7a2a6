/** The ways to do a job: through a workflow on a real n8n, or by axios alone. */
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../service/random';
import type { Service } from '../support/workflow';
import type { AxiosDone } from './axiosLoop';
import { ask, endChild, startChild } from './child';
import type { Flow } from './jobs/flow';
import type { Job } from './jobs/job';
import { N8nWay, PAUSE } from './n8nWay';
import type { Tarballs } from './packages';
import { PollWay } from './pollWay';
import type { Way } from './way';
import type { WayName } from './works';

const LEGACY_ENGINE = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** @throws Error if the job can't be done that way */
export async function startWay(name: WayName, job: Job, service: Service, tarballs: Tarballs): Promise<Way> {
	if ('trigger' in job) return await PollWay.start(service, job.trigger, tarballs.timedPoll);

	const { ourNode, ourNodeWithoutExpressions, httpRequest, httpRequestJson, items } = job;
	const onN8n = async (flow: Flow, tarball = tarballs.node, env = {}) =>
		await N8nWay.start(service, flow, items !== undefined, { tarball, env });
	switch (name) {
		case 'node':
			return await onN8n(ourNode);
		case 'nodeLegacy':
			return await onN8n(ourNode, tarballs.node, LEGACY_ENGINE);
		case 'nodeWithoutExpressions':
			if (ourNodeWithoutExpressions === undefined) throw new Error(`The job can't be done by ${name}`);
			return await onN8n(ourNodeWithoutExpressions);
		case 'nodeShuffled':
			return shuffling(await onN8n(ourNode));
		case 'declarative':
			return await onN8n(ourNode, tarballs.declarative);
		case 'bareLoop':
			return await onN8n(ourNode, tarballs.bareLoop);
		case 'httpRequest':
			return await onN8n(httpRequest(service.url));
		case 'httpRequestJson':
			if (httpRequestJson === undefined) throw new Error(`The job can't be done by ${name}`);
			return await onN8n(httpRequestJson(service.url));
		case 'axios':
			return axiosWay(service);
	}
}

/** The same with the items of each batch in another order, always the same one. */
function shuffling(way: Way): Way {
	const shuffled = (items: object[]) => {
		const random = randomFrom('order of the items');
		return items
			.map((item) => ({ item, place: random() }))
			.sort((one, other) => one.place - other.place)
			.map(({ item }) => item);
	};
	return {
		rest: async () => await way.rest(),
		run: async (batches) => await way.run(batches.map(shuffled)),
		close: async () => await way.close(),
	};
}

function axiosWay({ url, apiKey }: Service): Way {
	const loop = startChild('axiosLoop.ts', [url, apiKey]);
	return {
		rest: async () => await wait(PAUSE),
		run: async (batches) => {
			const { milliseconds, ids } = await ask<AxiosDone>(loop, batches.flat());
			return { seconds: milliseconds / 1000, ids };
		},
		close: () => endChild(loop),
	};
}
