import type { IDataObject } from 'n8n-workflow';

import type { Answer, Request } from './exchange';
import { Reading, type Paging } from './paging';

/** What the service does with an idempotency key that it has seen before. */
export type RepeatedKey = 'first entry' | '409' | 'second entry';

const notFound: Answer = { status: 404, body: { message: 'There is no such record' } };

const normal = (text: unknown) => String(text).trim().toLowerCase();

/** Records, and what the service interface (section 4) says that can be done with them; no more than that. */
export class Records {
	readonly people: IDataObject[] = [];
	readonly entries: IDataObject[] = [];
	readonly audiences: IDataObject[] = [];
	/** What every list but the search for people holds. */
	listed: IDataObject[] = [];

	repeatedKey: RepeatedKey = 'first entry';
	paging: Paging = {};
	/** Milliseconds after which the search sees a person. */
	searchIsLate = 0;
	/** Fields that the search looks at. */
	searched = ['name', 'email', 'phoneNumber', 'linkedinProfileUrl'];

	private readonly bornAt = new Map<IDataObject, number>();
	private readonly reading = new Reading();

	/** Does what a request asks for. */
	answer(request: Request): Answer {
		const { method, path, query, body } = request;
		const [, id = ''] = /^\/v0\/persons\/([^/]+)$/.exec(path) ?? [];
		if (method === 'POST' && path === '/v0/account_logs') return this.createEntry(body);
		if (method === 'POST' && path === '/v0/persons') return this.createPerson(body);
		if (method === 'POST' && /^\/v0\/pages\/[^/]+\/audiences$/.test(path)) return this.createAudience(body);
		if (method === 'PATCH' && id !== '') return this.updatePerson(decodeURIComponent(id), body);
		if (method !== 'GET') return notFound;
		return this.reading.page(this.listAt(path, query), query, this.paging);
	}

	/** A person is there before the world begins. */
	addPerson(fields: IDataObject): IDataObject {
		const person = { personId: `person_${this.people.length + 1}`, ...fields };
		this.people.push(person);
		return person;
	}

	private listAt(path: string, query: URLSearchParams): IDataObject[] {
		if (path === '/v0/persons/search') return this.found(query.get('query'));
		const [, account] = /^\/v0\/accounts\/([^/]+)\/logs$/.exec(path) ?? [];
		if (account === undefined) return this.listed;
		return [...this.listed, ...this.entries.filter(({ accountId }) => accountId === account)];
	}

	private createEntry(body: IDataObject): Answer {
		const { idempotencyKey } = body;
		const first = this.entries.find((entry) => entry.idempotencyKey === idempotencyKey);
		if (idempotencyKey !== undefined && first && this.repeatedKey !== 'second entry') {
			if (this.repeatedKey === 'first entry') return { status: 200, body: first };
			return { status: 409, body: { message: 'This idempotency key was used before' } };
		}
		const entry = { accountLogId: `entry_${this.entries.length + 1}`, createdAt: 'now', ...body };
		this.entries.push(entry);
		return { status: 200, body: entry };
	}

	private createPerson(body: IDataObject): Answer {
		const person = this.addPerson(body);
		this.bornAt.set(person, Date.now());
		return { status: 200, body: { ...person } };
	}

	private createAudience(body: IDataObject): Answer {
		const audience = { audienceId: `audience_${this.audiences.length + 1}`, ...body };
		this.audiences.push(audience);
		return { status: 200, body: audience };
	}

	private updatePerson(id: string, body: IDataObject): Answer {
		const person = this.people.find(({ personId }) => personId === id);
		if (!person) return notFound;
		Object.assign(person, body);
		return { status: 200, body: { ...person } };
	}

	private found(query: string | null): IDataObject[] {
		if (query === null) return this.people.map((person) => ({ ...person }));
		const isSeen = (person: IDataObject) =>
			(this.bornAt.get(person) ?? -Infinity) + this.searchIsLate <= Date.now();
		const fits = (person: IDataObject) =>
			this.searched.some((field) => normal(person[field] ?? '').includes(normal(query)));
		return this.people.filter((person) => isSeen(person) && fits(person)).map((person) => ({ ...person }));
	}
}
