import { audiencePage } from '../../n8n/harness/steps';
import { entries, ENTRY_FIELDS, type Entry, type EntriesOptions } from '../entries';
import { chain, httpRequest, sendFields } from './flow';
import { shortfall, type RunJob } from './job';

type Expressions = Record<keyof Entry, string>;

const PLAIN = Object.fromEntries(
	ENTRY_FIELDS.map((field) => [field, `={{ $json.${field} }}`]),
) as Expressions;

/** Two of them are more than the name of a field. */
export const NOT_ALL_PLAIN: Expressions = {
	...PLAIN,
	source: '={{ $json.source.trim() }}',
	name: '={{ $json.name.toUpperCase() }}',
};

export interface CreateOptions extends EntriesOptions {
	expressions?: Expressions;
	executions?: number;
}

/** Creates account log entries, each field of them by an expression. */
export function createEntries(records: number, options: CreateOptions = {}): RunJob {
	const { expressions = PLAIN, executions } = options;
	const { name, ...required } = expressions;
	const post = (baseUrl: string) => ({ method: 'POST', url: `${baseUrl}/v0/account_logs` });
	const members = ENTRY_FIELDS.map((field) => `${field}: ${expressions[field].slice('={{ '.length, -3)}`);
	return {
		records,
		executions,
		items: (count) => entries(count, options),
		problems: async (sandbox, before, count) => {
			const { accountLogs } = await sandbox.state();
			return shortfall('written', accountLogs - before.accountLogs, count);
		},
		ourNode: chain(
			audiencePage({
				resource: 'accountLog',
				operation: 'create',
				...required,
				additionalFields: { name },
				options: {},
			}),
		),
		httpRequest: (baseUrl) =>
			chain(httpRequest({ ...post(baseUrl), ...sendFields(expressions), options: {} })),
		httpRequestJson: (baseUrl) =>
			chain(
				httpRequest({
					...post(baseUrl),
					sendBody: true,
					contentType: 'json',
					specifyBody: 'json',
					jsonBody: `={{ { ${members.join(', ')} } }}`,
					options: {},
				}),
			),
	};
}
