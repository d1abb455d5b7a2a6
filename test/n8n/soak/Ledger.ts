/** Holds what runs report of their items against what the sandbox has. */
import type { Sandbox } from '../../service/sandbox';
import type { Run } from '../harness/run';
import { NODE } from '../harness/steps';
import { filledPage, ITEMS, markedWith, markOf, MARKS, watchedAccount } from './operations';

/** What a run says of an item; `unknown`: it failed, and the service may have done it. */
type Report = 'done' | 'failed' | 'unknown';

const UNKNOWN = 'The service may have done it all the same';
const CREATIONS = markedWith('POST');
const UPDATES = markedWith('PATCH');
const RESTORE = 'audienceMessage.restore';

export class Ledger {
	readonly runs = new Map<string, number>();
	/** How many items failed with each message. */
	readonly errors = new Map<string, number>();
	itemsIn = 0;
	itemsOut = 0;
	/** What is not as it should be. */
	readonly findings: string[] = [];

	/** By operation and mark. */
	private readonly reports = new Map<string, Map<string, Report>>();
	/** Marks of what the sandbox has carried out. */
	private readonly applied = new Set<string>();
	private restored = 0;

	/** @param sandbox all that is written in it is seen from now on */
	constructor(private readonly sandbox: Sandbox) {
		sandbox.settings.onAnswer = ({ method, operationId, rawBody, applied }) => {
			if (method === 'GET' || !applied) return;
			for (const [mark] of rawBody.matchAll(MARKS)) this.applied.add(mark);
			if (operationId === 'restoreAudienceMessage') this.restored += 1;
		};
	}

	/** Enters what a run of an operation says of each of its items. */
	enter(operation: string, run: Run): void {
		this.runs.set(operation, (this.runs.get(operation) ?? 0) + 1);
		this.itemsIn += ITEMS;
		if (run.status !== 'success') this.findings.push(`${operation}: run ${run.id} is ${run.status}`);

		const [done = [], failed = []] = run.node(NODE).outputs;
		this.itemsOut += done.length + failed.length;
		const ofItems = new Map<number, Report>();
		for (const { pairedItem } of done) ofItems.set(itemOf(pairedItem), 'done');
		for (const { json, pairedItem } of failed) {
			const message = json.error as string;
			this.errors.set(message, (this.errors.get(message) ?? 0) + 1);
			ofItems.set(itemOf(pairedItem), message.includes(UNKNOWN) ? 'unknown' : 'failed');
		}
		if (ofItems.size !== ITEMS)
			this.findings.push(`${operation}: run ${run.id} tells of ${ofItems.size} of ${ITEMS} items`);

		const reports = this.reports.get(operation) ?? new Map<string, Report>();
		this.reports.set(operation, reports);
		for (const [item, report] of ofItems) reports.set(markOf(run.id, item), report);
	}

	/** All that is not as it should be, when nothing is under way any more. */
	close(): string[] {
		const stored = this.storedMarks();
		for (const operation of CREATIONS) {
			for (const [mark, report] of this.reportsOf(operation)) {
				const times = stored.get(mark) ?? 0;
				const isRight = report === 'unknown' ? times <= 1 : times === (report === 'done' ? 1 : 0);
				if (!isRight) this.findings.push(`${operation}: ${mark} is ${report}, and there ${times} times`);
				stored.delete(mark);
			}
		}
		for (const mark of stored.keys()) this.findings.push(`${mark} is there, and in no run`);

		for (const operation of UPDATES) {
			for (const [mark, report] of this.reportsOf(operation)) {
				if (report === 'done' && !this.applied.has(mark))
					this.findings.push(`${operation}: ${mark} is done, and was never carried out`);
			}
		}

		const restores = [...this.reportsOf(RESTORE).values()];
		const done = restores.filter((report) => report === 'done').length;
		const inDoubt = restores.filter((report) => report === 'unknown').length;
		if (this.restored < done || this.restored > done + inDoubt)
			this.findings.push(`${RESTORE}: ${done} done, ${inDoubt} in doubt, ${this.restored} carried out`);
		return this.findings;
	}

	private reportsOf(operation: string): ReadonlyMap<string, Report> {
		return this.reports.get(operation) ?? new Map<string, Report>();
	}

	/** How often each mark is in a record that was created. */
	private storedMarks(): Map<string, number> {
		const { accountLogs, audiences, persons, personsUpdated } = this.records();
		const times = new Map<string, number>();
		for (const mark of [...accountLogs, ...audiences, ...persons]) {
			if (mark !== undefined && !personsUpdated.has(mark)) times.set(mark, (times.get(mark) ?? 0) + 1);
		}
		return times;
	}

	private records() {
		const { store } = this.sandbox;
		const markIn = (text: unknown): string | undefined => String(text).match(MARKS)?.[0];
		return {
			accountLogs: store.accountLogs
				.of(watchedAccount(this.sandbox))
				.all()
				.map(({ payload }) => markIn(payload.mark)),
			audiences: store.audiences
				.of(filledPage(this.sandbox))
				.all()
				.map(({ customName }) => markIn(customName)),
			persons: store.persons.all().map(({ name }) => markIn(name)),
			personsUpdated: new Set(this.reportsOf('person.update').keys()),
		};
	}
}

const itemOf = (pairedItem: unknown): number => (pairedItem as { item: number }).item;
