import { pluralize, shownItems, shownList } from '../shared/words';

/** What became of the columns of a run whose columns fill the fields: for hints, and one error. */
export class ColumnUse {
	/** Items without a value in any column that fits a field. */
	readonly skipped: number[] = [];
	/** Whether any item has a column that fits a field, with a value or without. */
	hasFitting = false;
	/** By the name of a column: the field that it fills. */
	private readonly fieldOf = new Map<string, string>();
	/** By the name of a column: in how many items its value is not used. */
	private readonly unused = new Map<string, number>();

	/**
	 * A column of an item that has a value.
	 * @param field what it fills; none if it fits no field, or another column counts
	 */
	add(header: string, field: string | undefined): void {
		if (field === undefined) this.unused.set(header, (this.unused.get(header) ?? 0) + 1);
		else this.fieldOf.set(header, field);
	}

	/** Why no item could be written; undefined if any item has a column that fits a field. */
	get refusal(): string | undefined {
		if (this.hasFitting || this.skipped.length === 0) return undefined;
		return `No column fits a field of a person: ${shownList([...this.unused.keys()])}. Give them names such as Name and Email: in a file, they stand in the first row. If values are nested, put them into columns with Edit Fields`;
	}

	/** What a user has to know of the columns after a run. */
	get hints(): string[] {
		return [this.mappingHint, this.skippedHint].filter((hint) => hint !== '');
	}

	/** "E-mail → Email; not used: Job Title". */
	private get mappingHint(): string {
		const used = [...this.fieldOf].map(([header, field]) => `${header} → ${field}`);
		if (used.length === 0) return '';
		const unused = [...this.unused].map(([header, count]) =>
			this.fieldOf.has(header) ? `${header} (in ${pluralize(count, 'item')})` : header,
		);
		const notUsed = unused.length > 0 ? `; not used: ${shownList(unused)}` : '';
		return `${used.join(', ')}${notUsed}.`;
	}

	private get skippedHint(): string {
		const { skipped } = this;
		if (skipped.length === 0) return '';
		return `Skipped ${pluralize(skipped.length, 'item')} without a value: ${shownItems(skipped)}.`;
	}
}
