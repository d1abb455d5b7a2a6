const maybe = process.env.HOME ? it : it.skip;

maybe('is skipped now and then', () => undefined);

describe.only('keeps all others from running', () => {
	it('forgets to await', () => {
		const read: any = JSON.parse('{}');
		Promise.reject(new Error(read.message));
		console.log(read);
	});

	it.skip('is skipped', () => {
		expect(1).toBe(1);
	});
});
