import { extractErrorMessage } from '../../../../nodes/AudiencePage/transport/errorMessage';

describe("The service's words", () => {
	test.each([
		[{ message: 'No such page' }, 'No such page'],
		[{ error: 'No such page' }, 'No such page'],
		[{ error: '', message: 'No such page' }, 'No such page'],
		[{ errors: [{ message: 'name is too long' }, { detail: 'email' }] }, 'name is too long; email'],
		[{ errors: { name: ['is taken'], email: 'is missing', code: 7 } }, 'name is taken; email is missing'],
		[{ error: { name: 'is taken' } }, 'name is taken'],
		[{ detail: [{ loc: ['body', 'name'], msg: 'name is taken' }] }, 'name is taken'],
		[{ reason: 'name is taken' }, 'name is taken'],
		[{ title: 'Not found', detail: 'No such page' }, 'No such page'],
		['No such page', 'No such page'],
		['  No such page\n', 'No such page'],
		['<html><head><title>502 Bad Gateway</title></head><body></body></html>', '502 Bad Gateway'],
		['<!DOCTYPE html><body><h1>Down for now</h1><p>x</p></body>', 'Down for now'],
		['<html><body><p>x</p></body></html>', undefined],
		[{ error: '' }, undefined],
		[{ message: { text: 'deep' } }, undefined],
		[{}, undefined],
		['', undefined],
		[null, undefined],
		[42, undefined],
	])('%j says %j', (body, words) => {
		expect(extractErrorMessage(body)).toBe(words);
	});
});
