/** What n8n's type definitions say of the fields, and which parameters fit them. */
import type { INodeProperties } from 'n8n-workflow';
import contract from '../../nodes/AudiencePage/contract.json';
import { events, nested, operations, type DescribedOperation } from '../../support/description';
import { watched } from '../../support/everyEvent';
import { runnable } from '../../support/everyOperation';
import { compile, parametersIn, type DefinedField, type DefinedParameters } from './Definition';
import { NODE_TYPE, TRIGGER_TYPE, type InstanceMcp } from './InstanceMcp';

type Conditions = Record<string, unknown[]>;

/** When the description shows a field, but for what the definition is of. */
function shownBy({ displayOptions: { show, hide } = {} }: INodeProperties, ...told: string[]) {
	const others = (conditions: object = {}): Conditions =>
		Object.fromEntries(
			Object.entries(conditions).filter(([name]) => !told.includes(name.replace('/', ''))),
		) as Conditions;
	return { show: others(show), hide: others(hide) };
}

const paths = (fields: object): string[] => Object.keys(fields);

/** n8n's own text about cron expressions is HTML. */
const ownTexts = (definition: string): string => definition.replace(/^.*Use custom cron expression.*$/m, '');

export function definitionTests(mcp: () => InstanceMcp): void {
	describe('the type definition', () => {
		let ofNode: string;
		let ofTrigger: string;
		let combinations: DefinedParameters[];
		let trigger: DefinedParameters;

		beforeAll(async () => {
			ofNode = await mcp().definitionOf(NODE_TYPE);
			ofTrigger = await mcp().definitionOf(TRIGGER_TYPE);
			combinations = parametersIn(ofNode);
			[trigger] = parametersIn(ofTrigger) as [DefinedParameters];
		});

		const definedFor = ({ resource, operation }: Pick<DescribedOperation, 'resource' | 'operation'>) =>
			combinations.find(
				({ discriminators: told }) => told.resource === resource && told.operation === operation,
			)!;

		it.each(operations)(
			'has the fields of $name under their conditions, and says what it does',
			(described) => {
				const { text, fields } = definedFor(described);
				expect(text).toContain(described.option.description);
				const names = fields.map(({ path }) => path);
				expect(names).toEqual([...new Set(names)]);
				const stored = contract.operations[described.name as keyof typeof contract.operations];
				expect(names).toEqual(expect.arrayContaining(paths(stored)));
				const meant = described.fields
					.flatMap((field) => nested(field))
					.map(([path, field]) => [path, shownBy(field, 'resource', 'operation')]);
				const conditionsOf = ({ show = {}, hide = {} }: DefinedField) => ({ show, hide });
				const defined = fields
					.filter(({ path }) => path in stored)
					.map((field) => [field.path, conditionsOf(field)]);
				expect(Object.fromEntries(defined)).toEqual(Object.fromEntries(meant));
			},
		);

		it('says of each event what starts the workflow, where it is chosen', () => {
			const { text } = trigger.fields.find(({ path }) => path === 'event')!;
			const sentences = events.map(({ option }) => option.description!.split('. ')[0]!);
			expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
		});

		/** The events for which a field is shown: those that it names, else those of the collection that it is in. */
		function eventsOf(field: DefinedField): unknown[] {
			const own = field.show?.event ?? field.show?.['/event'];
			const around = trigger.fields.find(({ path }) => path === field.path.split('.').slice(0, -1).join('.'));
			return own ?? (around === undefined ? events.map(({ event }) => event) : eventsOf(around));
		}

		it.each([...new Set(Object.values(contract.events).flatMap(paths))])(
			'says all events that have the field %s of the trigger',
			(name) => {
				const fields = trigger.fields.filter(({ path }) => path === name);
				expect(fields).toHaveLength(1);
				const having = Object.entries(contract.events).filter(([, stored]) => name in stored);
				expect([...eventsOf(fields[0]!)].sort()).toEqual(having.map(([event]) => event).sort());
			},
		);

		it('says which choices each event has, where they are not the same', () => {
			for (const { path, text } of trigger.fields) {
				const stored = Object.entries(contract.events).map(([event, ofEvent]) => [
					event,
					(ofEvent as Record<string, string>)[path],
				]);
				const having = stored.filter(([, line]) => line !== undefined);
				if (new Set(having.map(([, line]) => line)).size < 2) continue;
				for (const [event, line] of having) {
					const [, choices] = /\((.*)\)/.exec(line!)!;
					expect(text).toContain(`${event}: ${choices!.replaceAll(' | ', ', ')}`);
				}
			}
			expect.hasAssertions();
		});

		it('says where each field of the trigger depends on another one', () => {
			const described = events.flatMap(({ fields }) => fields.flatMap((field) => nested(field)));
			for (const [name, property] of described) {
				const field = trigger.fields.find(({ path }) => path === name);
				expect(shownBy({ displayOptions: field } as INodeProperties, 'event')).toEqual(
					shownBy(property, 'event'),
				);
			}
		});

		it('has no sign that n8n replaces', () => {
			const broken = [ofNode, ofTrigger].flatMap(
				(text) => ownTexts(text).match(/.*(&[lg]t;|\*\\\/).*/g) ?? [],
			);
			expect([...new Set(broken)]).toEqual([]);
		});

		it('takes what each operation and event needs, and nothing else', () => {
			// The type is that of all events: fields that one of them requires, others haven't.
			const ofEvent = `Partial<${trigger.name}>`;
			const fitting = [
				...runnable.map(({ name, parameters, ...one }) => [name, definedFor(one).name, parameters] as const),
				...watched.map(({ event, parameters }) => [event, ofEvent, parameters] as const),
			].map(([name, type, parameters]) => ({ name, type, parameters }));
			const wrong = [
				...runnable.flatMap(({ name, parameters, ...one }) => {
					const { name: type, fields } = definedFor(one);
					const needed = fields.filter(({ path, isRequired }) => isRequired && path in parameters);
					const without = needed.map(({ path }) => ({
						name: `${name} without ${path}`,
						type,
						parameters: { ...parameters, [path]: undefined },
					}));
					const changed = (what: string, change: object) => ({
						name: `${name} with ${what}`,
						type,
						parameters: { ...parameters, ...change },
					});
					return [
						...without,
						changed('another operation', { operation: 'nonsense' }),
						changed('a field that it has not', { nonsense: '' }),
					];
				}),
				...watched.map(({ event, parameters }) => ({
					name: `${event} with a field that it has not`,
					type: ofEvent,
					parameters: { ...parameters, nonsense: '' },
				})),
				{ name: 'another event', type: ofEvent, parameters: { event: 'nonsense' } },
			];
			const said = compile([ofNode, ofTrigger], [...fitting, ...wrong]);
			expect(said.definitions).toEqual([]);
			const told = said.samples.map(
				(errors, index) => [[...fitting, ...wrong][index]!.name, errors] as const,
			);
			expect(told.slice(0, fitting.length).filter(([, errors]) => errors.length > 0)).toEqual([]);
			expect(told.slice(fitting.length).filter(([, errors]) => errors.length === 0)).toEqual([]);
		});
	});
}
