import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { watchedBy } from '../../../../support/everyEvent';
import { withAnswers } from '../../../../support/services';
import { Trigger } from '../../../../support/Trigger';

/**
 * Publishes a trigger whose list has these records: what it gives after they have become others.
 */
export async function watching(
	event: string,
	records: IDataObject[],
	options: INodeParameters,
	test: (become: (...fields: IDataObject[]) => Promise<IDataObject[]>) => Promise<void>,
): Promise<void> {
	const { parameters, idField, answerWith } = watchedBy(event);
	const items = records.map((record, n) => ({ [idField]: `id ${n}`, ...record }));
	await withAnswers([{ body: answerWith(items) }], async (service) => {
		const trigger = new Trigger(service, { ...parameters, simplify: false, ...options });
		expect(await trigger.activate()).toEqual([]);
		await test(async (...fields) => {
			items.forEach((record, n) => Object.assign(record, fields[n]));
			return await trigger.poll();
		});
	});
}
