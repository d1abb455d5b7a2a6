/** Runs the node with sets of values, and holds what it did against the verdict on them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationOf } from '../../../service/judge';
import { nameOf, nested, operations } from '../../../support/description';
import { runNode } from '../../../support/runNode';
import type { WorkflowOptions } from '../../../support/workflow';
import { expectAsMeant } from './asMeant';
import { mappedForm } from './columns';
import { filledForm, formOfMany } from './form';
import type { GivenSet, Operation } from './operation';
import type { Recorded, Recorder } from './recorder';
import { judgeOf, type Verdict } from './verdict';

/** The names of the operation's fields as the form shows them, by their paths. */
function displayNames(operation: Operation): Map<string, string> {
	const name = nameOf(operation);
	const described = operations.find((one) => one.name === name);
	if (described === undefined) throw new Error(`The node has no operation ${name}`);
	return new Map(
		described.fields.flatMap((field) => nested(field)).map(([path, { displayName }]) => [path, displayName]),
	);
}

/** The messages of the items' errors, by their index. */
type Messages = Array<string | undefined>;

const isWrite = ({ method }: Recorded): boolean => method !== 'GET';

/** Checks sets of values for one operation, alone or many in one run, and counts them. */
export class Checker {
	valid = 0;
	invalid = 0;

	private readonly judge: (givens: GivenSet) => Verdict;
	private readonly names: Map<string, string>;
	private readonly hasPreview: boolean;

	constructor(
		private readonly operation: Operation,
		private readonly recorder: Recorder,
	) {
		this.judge = judgeOf(operation);
		this.names = displayNames(operation);
		this.hasPreview = this.names.has('options.previewOnly');
	}

	/**
	 * Expects of a run with one item what the verdict on its set says, of its preview the same request, and the same again
	 * where the item has columns in place of values on the form.
	 */
	async checkAlone(givens: GivenSet): Promise<void> {
		const { parameters, items } = filledForm(givens);
		const { messages } = await this.run(parameters, { items, executionId: 'one' });
		const verdict = this.verdictOn(givens);
		this.expectMessage(messages[0], verdict);
		this.expectRequests(verdict.faults.length === 0 ? [verdict] : []);
		if (this.hasPreview) await this.checkPreview(parameters, items, messages);
		if (this.names.has('dataToSend')) await this.checkMapping(givens, verdict);
	}

	private async checkMapping(givens: GivenSet, verdict: Verdict): Promise<void> {
		const { parameters, items, fields } = mappedForm(givens, this.valid + this.invalid);
		const { messages } = await this.run(parameters, { items, executionId: 'mapped' });
		this.expectMessage(messages[0], verdict, (parameter) => {
			if (parameter === 'updateFields') return 'Input';
			const field = parameter === 'matchValue' ? fields.get(parameter) : undefined;
			return this.nameOf(
				field === undefined || field === 'name' ? (field ?? parameter) : `additionalFields.${field}`,
			);
		});
		this.expectRequests(verdict.faults.length === 0 ? [verdict] : []);
	}

	private async checkPreview(
		parameters: INodeParameters,
		items: IDataObject[],
		messages: Messages,
	): Promise<void> {
		const written = this.recorder.requests.filter(isWrite);
		const options = { ...(parameters.options as INodeParameters | undefined), previewOnly: true };
		const preview = await this.run({ ...parameters, options }, { items, executionId: 'one' });
		expect(preview.messages).toEqual(messages);
		expect(this.recorder.requests.filter(isWrite)).toEqual([]);
		const shown = preview.json.filter(({ error }) => error === undefined);
		expect(
			shown.map(({ method, path, body }) => ({ method, url: path, rawBody: JSON.stringify(body) })),
		).toEqual(written.map(({ method, url, rawBody }) => ({ method, url, rawBody })));
	}

	/** Expects the same of each item of one run: those that are valid go out, in their order. */
	async checkTogether(sets: GivenSet[]): Promise<void> {
		const { parameters, items } = formOfMany(sets);
		const options = { ...(parameters.options as INodeParameters | undefined), maxConcurrentRequests: 1 };
		const { messages } = await this.run(
			{ ...parameters, options },
			{ items, onError: 'continueRegularOutput' },
		);
		const verdicts = sets.map((givens) => this.verdictOn(givens));
		for (const [index, verdict] of verdicts.entries()) {
			this.expectMessage(messages[index], verdict);
		}
		this.expectRequests(verdicts.filter(({ faults }) => faults.length === 0));
	}

	private verdictOn(givens: GivenSet): Verdict {
		const verdict = this.judge(givens);
		if (verdict.faults.length === 0) this.valid++;
		else this.invalid++;
		return verdict;
	}

	private async run(
		parameters: INodeParameters,
		options: WorkflowOptions,
	): Promise<{ messages: Messages; json: IDataObject[] }> {
		const { resource, operation } = this.operation;
		this.recorder.requests.length = 0;
		try {
			const run = await runNode(this.recorder, { resource, operation, ...parameters }, options);
			if (run.error) return { messages: [run.error.message], json: [] };
			const messages: Messages = [];
			for (const { json, pairedItem } of run.items) {
				const { item } = pairedItem as { item: number };
				if ('error' in json) messages[item] = json.error as string;
			}
			return { messages, json: run.json };
		} catch (error) {
			// A required field that was left empty on the form: n8n does not even start the node.
			const [, name] = /Parameter "(.+)" is required/.exec((error as Error).message) ?? [];
			if (name === undefined) throw error;
			return { messages: [`${name} is required`], json: [] };
		}
	}

	private expectMessage(
		message: string | undefined,
		{ faults }: Verdict,
		nameOfFault = (parameter: string) => this.nameOf(parameter),
	): void {
		if (faults.length === 0) {
			if (message !== undefined) throw new Error(`Refused, though it is valid: ${message}`);
			return;
		}
		const names = faults.map(nameOfFault);
		if (message === undefined) throw new Error(`Not refused for ${names.join(', ')}`);
		const isNamed = names.some(
			(name) => message.startsWith(name) && /^[ ,]/.test(message.slice(name.length)),
		);
		if (!isNamed) throw new Error(`Refused for ${names.join(', ')}, but with the words: ${message}`);
	}

	/** Of a part of a structured field, the field's own name. */
	private nameOf(parameter: string): string {
		const name = this.names.get(parameter.split('.').slice(0, 2).join('.'));
		if (name === undefined) throw new Error(`The form has no field ${parameter}`);
		return name;
	}

	private expectRequests(verdicts: Verdict[]): void {
		const { operationId } = this.operation;
		const sent = this.recorder.requests.filter((request) => !this.isAskedFirst(request));
		expect(sent.map(({ method, url }) => `${method} ${url.slice(0, 200)}`)).toHaveLength(verdicts.length);
		for (const [index, { request }] of verdicts.entries()) {
			const recorded = sent[index];
			if (recorded) expectAsMeant(recorded, operationId, request);
		}
		if (verdicts.length === 0) expect(this.recorder.requests).toEqual([]);
	}

	private isAskedFirst({ method, url }: Recorded): boolean {
		const { asksFirst } = this.operation;
		if (asksFirst === undefined) return false;
		const endpoint = operationOf(asksFirst);
		return method === endpoint.method && url.split('?')[0] === endpoint.path;
	}
}
