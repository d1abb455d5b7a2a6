import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../service/sandbox';
import { Trigger, type TriggerOptions } from './Trigger';

/** A trigger whose workflow is published; the sandbox has forgotten the requests of that. */
export async function published(
	sandbox: Sandbox,
	parameters: INodeParameters,
	options: TriggerOptions = {},
): Promise<Trigger> {
	const trigger = new Trigger(sandbox, parameters, options);
	await trigger.activate();
	sandbox.requests.length = 0;
	return trigger;
}
