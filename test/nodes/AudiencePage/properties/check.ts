/** Runs the node with sets of values, and holds what it did against the verdict on them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationOf } from '../../../service/judge';
import { nested } from '../../../support/description';
import { runNode } from '../../../support/runNode';
import type { WebServer } from '../../../support/webServer';
import { filledForm } from './given';
import type { GivenSet, Operation } from './operation';
import { expectAsMeant, judgeOf, type Verdict } from './verdict';

interface Run {
	message?: string;
	json: IDataObject[];
}

/** The fields that columns fill. */
const COLUMNS = ['name', 'domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];

const requestsOf = ({ requests }: WebServer): unknown[] =>
	requests.map(({ method, path, body }) => [method, path, body]);

/** Checks sets of values for one operation, and counts them. */
export class Checker {
	valid = 0;
	invalid = 0;

	private readonly judge: (givens: GivenSet) => Verdict;
	/** The names of the operation's fields as the form shows them, by their paths. */
	private readonly names: Map<string, string>;

	constructor(
		private readonly operation: Operation,
		private readonly service: WebServer,
	) {
		this.judge = judgeOf(operation);
		const fields = operation.described.fields.flatMap((field) => nested(field));
		this.names = new Map(fields.map(([path, { displayName }]) => [path, displayName]));
	}

	/** Expects of a run what the verdict on its set says, and of its preview the same request. */
	async check(givens: GivenSet): Promise<void> {
		const { parameters, item } = filledForm(givens);
		const { message } = await this.run(parameters, item);
		const verdict = this.judge(givens);
		if (verdict.faults.length === 0) {
			this.valid++;
			if (message !== undefined) throw new Error(`Refused, though it is valid: ${message}`);
			const sent = this.service.requests.filter((request) => !this.isAskedFirst(request));
			expect(sent.map(({ method, path }) => `${method} ${path.slice(0, 200)}`)).toHaveLength(1);
			expectAsMeant(sent[0]!, this.operation.operationId, verdict.request);
		} else {
			this.invalid++;
			this.expectNamed(message, verdict.faults);
			expect(this.service.requests).toEqual([]);
		}
		const sent = requestsOf(this.service);
		if (this.names.has('options.previewOnly')) await this.checkPreview(parameters, item, message);
		if (this.names.has('dataToSend')) await this.checkColumns(givens, message, sent);
	}

	/** Expects that columns which map themselves send, or have refused, what the fields do. */
	private async checkColumns(givens: GivenSet, message: string | undefined, sent: unknown[]): Promise<void> {
		const matchOn = givens.find(({ parameter }) => parameter === 'matchOn')?.value;
		const columns: IDataObject = {};
		const others = givens.filter(({ parameter, value }) => {
			const column = parameter === 'matchValue' ? String(matchOn) : (parameter.split('.').at(-1) ?? '');
			if (!COLUMNS.includes(column)) return true;
			// As the service calls it, as the form does, and otherwise.
			const names = [column, column.replace(/[A-Z]/g, ' $&'), column.replace(/[A-Z]/g, '_$&').toUpperCase()];
			columns[names[(this.valid + this.invalid) % names.length]!] = value as IDataObject;
			return false;
		});
		const { parameters, item } = filledForm(others);
		const mapped = await this.run({ ...parameters, dataToSend: 'autoMapInputData' }, { ...item, ...columns });
		expect(mapped.message === undefined).toBe(message === undefined);
		expect(requestsOf(this.service)).toEqual(sent);
	}

	private async checkPreview(
		parameters: INodeParameters,
		item: IDataObject,
		message: string | undefined,
	): Promise<void> {
		const written = this.service.requests.filter(({ method }) => method !== 'GET');
		const options = { ...(parameters.options as INodeParameters | undefined), previewOnly: true };
		const preview = await this.run({ ...parameters, options }, item);
		expect(preview.message).toEqual(message);
		expect(this.service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		const shown = preview.json.map(({ method, path, body }) => [method, path, JSON.stringify(body)]);
		expect(shown).toEqual(written.map(({ method, path, rawBody }) => [method, path, rawBody]));
	}

	private async run(parameters: INodeParameters, item: IDataObject): Promise<Run> {
		const { resource, operation } = this.operation.described;
		const service = { url: this.service.url, apiKey: 'key-of-a-test' };
		this.service.requests.length = 0;
		try {
			const options = { items: [item], executionId: 'one' };
			const { error, json } = await runNode(service, { resource, operation, ...parameters }, options);
			return error ? { message: error.message, json: [] } : { json };
		} catch (error) {
			// A required field that was left empty on the form: n8n does not even start the node.
			const [, name] = /Parameter "(.+)" is required/.exec((error as Error).message) ?? [];
			if (name === undefined) throw error;
			return { message: `${name} is required`, json: [] };
		}
	}

	/** Of a part of a structured field, the field's own name. */
	private expectNamed(message: string | undefined, faults: string[]): void {
		const names = faults.map((parameter) => {
			const name = this.names.get(parameter.split('.').slice(0, 2).join('.'));
			if (name === undefined) throw new Error(`The form has no field ${parameter}`);
			return name;
		});
		const isNamed = names.some(
			(name) => message?.startsWith(name) && /^[ ,]/.test(message.slice(name.length)),
		);
		if (!isNamed) throw new Error(`To be refused for ${names.join(', ')}, but with the words: ${message}`);
	}

	private isAskedFirst({ method, path }: WebServer['requests'][number]): boolean {
		const { asksFirst } = this.operation;
		if (asksFirst === undefined) return false;
		const endpoint = operationOf(asksFirst);
		return method === endpoint.method && path.split('?')[0] === endpoint.path;
	}
}
