import { versionsIn } from './versionHistory';

test('each version of the changelog comes with its date and its first paragraph', () => {
	const changelog = `# Changelog

What changed.

## 1.1.0 (2027-01-31)

Pages can be
created.

- **More** of it

## 1.0.0 (2026-11-21)

The first version.
`;
	expect(versionsIn(changelog)).toEqual([
		['1.1.0', '2027-01-31', 'Pages can be created.'],
		['1.0.0', '2026-11-21', 'The first version.'],
	]);
});

test.each([
	['has no date', '## 1.0.0\n\nThe first version.\n'],
	['begins with a list', '## 1.0.0 (2026-11-21)\n\n- **More** of it\n'],
])('an entry that %s is refused', (_what, changelog) => {
	expect(() => versionsIn(changelog)).toThrow('a paragraph first');
});
