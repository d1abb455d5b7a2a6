import { createServer } from 'node:http';

describe('A service', () => {
	test('that never answers, and is left open', async () => {
		const server = createServer(() => undefined);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as { port: number };
		expect(await fetch(`http://127.0.0.1:${port}`)).toBeDefined();
	}, 500);

	test('is followed by another', () => expect(1).toBe(1));
});
