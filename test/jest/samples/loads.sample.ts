// A mistake at the top of a file.
while (Date.now() > 0);

test('is never reached', () => expect(1).toBe(1));
