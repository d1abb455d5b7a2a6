import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hint } from '../transport/hint';

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Tells what a user would like to know of a run that went well. */
export function giveHints(
	context: IExecuteFunctions,
	outputs: INodeExecutionData[],
	remembered: number,
	limitedAnswers: number,
	isRead: boolean,
): void {
	const unchanged = outputs.filter(({ json }) => json.outcome === 'unchanged').length;
	if (remembered > 0) {
		hint(context, `${count(remembered, 'item')} had been written by an earlier try, and not sent again.`);
	}
	if (limitedAnswers > 0) {
		const requests = count(limitedAnswers, 'request');
		hint(
			context,
			`The service limits how often it can be called: ${requests} had to wait and were sent again.`,
		);
	}
	if (isRead && outputs.length === 0) {
		hint(
			context,
			'Nothing was found, so there is no item. To go on nevertheless, switch on Always Output Data in the settings of the node.',
		);
	}
	if (unchanged > 0) hint(context, `${count(unchanged, 'item')} had nothing to change.`);
}
