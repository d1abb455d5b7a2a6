import { pluralize, shownItems, shownList } from '../shared/words';

/** What became of the columns of a run whose columns fill the fields: for hints, and one error. */
export class ColumnUse {
	/** Items without a value in any column that fits a field. */
	readonly skipped: number[] = [];
	/** Whether any item has a column that fits a field, with a value or without. */
	hasFitting = false;
	private readonly fieldOf = new Map<string, string>();
	private readonly withValue = new Map<string, string | undefined>();
	/** In how many items another column counted for the same field. */
	private readonly passedOver = new Map<string, number>();
	/** The columns of *Inputs to Ignore*, and whether any item has them. */
	private readonly ignored = new Map<string, boolean>();

	fill(header: string, field: string): void {
		this.fieldOf.set(header, field);
	}

	/** `cure`: what to do with a column that fits no field, if it is known. */
	hasValue(header: string, cure?: string): void {
		this.withValue.set(header, cure);
	}

	passOver(header: string): void {
		this.passedOver.set(header, (this.passedOver.get(header) ?? 0) + 1);
	}

	ignore(headers: Iterable<string>): void {
		for (const header of headers) if (!this.ignored.has(header)) this.ignored.set(header, false);
	}

	foundIgnored(header: string): void {
		this.ignored.set(header, true);
	}

	private get unusedHeaders(): string[] {
		return [...this.withValue.keys()].filter((header) => !this.fieldOf.has(header));
	}

	/** Why no item could be written; undefined if any item has a column that fits a field. */
	get refusal(): string | undefined {
		if (this.hasFitting || this.skipped.length === 0) return undefined;
		const cures = [...this.withValue].flatMap(([header, cure]) =>
			cure ? [`${header} ${cure}`] : [],
		);
		const cure =
			cures[0] ?? 'Give them names such as Name and Email: in a file, they stand in the first row';
		return `No column fits a field of a person: ${shownList(this.unusedHeaders)}. ${cure}`;
	}

	/** What a user has to know of the columns after a run. */
	get hints(): string[] {
		return [this.mappingHint, this.skippedHint, this.ignoredHint].filter((hint) => hint !== '');
	}

	/** "E-mail → Email; not used: Job Title". */
	private get mappingHint(): string {
		const used = [...this.fieldOf].map(([header, field]) => `${header} → ${field}`);
		if (used.length === 0) return '';
		const passedOver = [...this.passedOver]
			.filter(([header]) => this.fieldOf.has(header))
			.map(([header, count]) => `${header} (in ${pluralize(count, 'item')})`);
		const unused = [...this.unusedHeaders, ...passedOver];
		const notUsed = unused.length > 0 ? `; not used: ${shownList(unused)}` : '';
		return `${used.join(', ')}${notUsed}.`;
	}

	private get skippedHint(): string {
		const { skipped } = this;
		if (skipped.length === 0) return '';
		return `Skipped ${pluralize(skipped.length, 'item')} without a value: ${shownItems(skipped)}.`;
	}

	private get ignoredHint(): string {
		const notFound = [...this.ignored].filter(([, isFound]) => !isFound).map(([header]) => header);
		if (notFound.length === 0) return '';
		return `Inputs to Ignore: no item has a column ${shownList(notFound)}.`;
	}
}
