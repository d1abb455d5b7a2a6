describe('A loop', () => {
	test('that never ends', () => {
		let isOver = false;
		while (Date.now() > 0) isOver = Date.now() === 0;
		expect(isOver).toBe(false);
	}, 500);
});
