import type { Ending } from '../lint/run';

/** What the interface doesn't show, the document doesn't say either. */
const NOT_SHOWN = ['info-license', 'no-empty-servers', 'operation-4xx-response'];

/** Lints an OpenAPI document by Redocly's recommended rules, none of which is a mere warning. */
export async function lintOpenApi(path: string): Promise<Ending> {
	const { createConfig, lint } = await import('@redocly/openapi-core');
	const rules = Object.fromEntries(NOT_SHOWN.map((rule) => [rule, 'off' as const]));
	const config = await createConfig({ extends: ['recommended-strict'], rules });
	const problems = await lint({ ref: path, config });
	const lines = problems.map(
		({ ruleId, message, location: [place] }) => `${place?.pointer ?? ''} ${message} (${ruleId})`,
	);
	return { ok: lines.length === 0, output: lines.join('\n') };
}
