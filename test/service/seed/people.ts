/** Seeded accounts, persons and their activity logs. */
import { schemaOf } from '../judge';
import { resolved, type Written } from '../schemaAt';
import { cycle, idsFrom, wholeNumber, type Random } from '../random';
import type { Account, AccountLog, LogEntry, Person, PersonLog } from '../records';
import { companyDomain, companyName, personName, slugOf } from './names';
import { timestamp } from './time';

const ACTIVITIES = [
	{ source: 'crm', type: 'deal-stage-changed', payload: { stage: 'proposal', amount: 12000 } },
	{
		source: 'web-form',
		type: 'demo-requested',
		payload: { page: '/pricing', message: 'Please call me.' },
	},
	{ source: 'billing', type: 'invoice-paid', payload: { currency: 'EUR', lines: [{ seats: 25 }] } },
	{ source: 'webhook', type: 'webhook', payload: { event: 'newsletter.opened' } },
];

/**
 * What a field holds that nobody has filled: null, or of one that may not be null, any value of its
 * type.
 */
function emptyValue(schema: Written): unknown {
	const { type, enum: [first] = [], format, minimum = 0 } = resolved(schema);
	const values = {
		...{ null: null, string: format === 'date-time' ? timestamp(0) : 'any', boolean: false },
		...{ integer: minimum, number: minimum, array: [], object: {} },
	};
	const types = [type ?? 'null'].flat() as Array<keyof typeof values>;
	return types.includes('null') ? null : (first ?? values[types[0]!]);
}
const emptyRecord = (name: string): object =>
	Object.fromEntries(
		Object.entries(schemaOf(name).properties ?? {}).map(([field, schema]) => [
			field,
			emptyValue(schema),
		]),
	);
export const emptyAccount = emptyRecord('Account');
type Nullable = 'email' | 'domain' | 'phoneNumber' | 'linkedinProfileUrl';
export const emptyPerson = emptyRecord('Person') as Record<Nullable, string | null>;

/** One account a company; every seventh has no name, every fifth no activity. */
export function seedAccounts(count: number) {
	const { id } = idsFrom('accounts');
	return Array.from({ length: count }, (_, n) => ({
		...emptyAccount,
		accountId: id('account', n),
		domain: companyDomain(n),
		name: n % 7 === 6 ? null : companyName(n),
		createdAt: timestamp(n),
		updatedAt: timestamp(n),
		latestActivityAt: n % 5 === 4 ? null : timestamp(n + 100),
	}));
}

/**
 * Persons, spread over the companies; some have no email, domain, phone number or LinkedIn profile.
 */
export function seedPersons(count: number, companies: number) {
	const { id } = idsFrom('persons');
	return Array.from({ length: count }, (_, n) => {
		const name = personName(n);
		const slug = slugOf(name);
		const domain = companyDomain(n % Math.max(1, companies));
		return {
			...emptyPerson,
			personId: id('person', n),
			name,
			email: n % 11 === 10 ? null : `${slug.replaceAll('-', '.')}@${domain}`,
			domain: n % 13 === 12 ? null : domain,
			slug,
			phoneNumber: n % 3 === 2 ? null : `+1555${String(n).padStart(7, '0')}`,
			linkedinProfileUrl: n % 4 === 3 ? null : `https://www.linkedin.com/in/${slug}`,
			createdAt: timestamp(n),
			updatedAt: timestamp(n),
		};
	});
}

/** The log of an account; of every three entries one is deleted. */
export function seedAccountLogs({ accountId }: Account, count: number): AccountLog[] {
	const { id, random } = idsFrom(`${accountId} logs`, accountId.slice(-6));
	return Array.from({ length: count }, (_, n) => ({
		accountId,
		accountLogId: id('account_log', n),
		...logEntry(random, n),
		idempotencyKey: null,
	}));
}

/** The log of a person, likewise; every second entry has an idempotencyKey. */
export function seedPersonLogs({ personId }: Person, count: number): PersonLog[] {
	const { id, random } = idsFrom(`${personId} logs`, personId.slice(-6));
	return Array.from({ length: count }, (_, n) => ({
		personId,
		personLogId: id('person_log', n),
		...logEntry(random, n),
		idempotencyKey: n % 2 === 0 ? null : `import-${personId.slice(-6)}-${n}`,
	}));
}

function logEntry(random: Random, n: number): Omit<LogEntry, 'idempotencyKey'> {
	const at = wholeNumber(random, 0, 10_000);
	return {
		...structuredClone(cycle(ACTIVITIES, at)),
		createdAt: timestamp(at),
		updatedAt: n % 2 === 0 ? null : timestamp(at + 1),
		// The second of three is a deleted one.
		deletedAt: n % 3 === 1 ? timestamp(at + 2) : null,
	};
}
