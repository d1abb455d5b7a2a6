import manifest from '../../package.json';
import { unsetAddresses } from './unsetAddresses';

const SET = {
	homepage: 'https://github.com/somebody/n8n-nodes-audience-page#readme',
	author: { name: 'Somebody', email: 'somebody@example.com' },
	files: ['dist'],
	private: null,
};

test('a package whose addresses are set may be published', () => {
	expect(unsetAddresses(SET)).toEqual([]);
});

test('one with the mark anywhere may not, and is told where', () => {
	const author = { ...SET.author, email: 'to-be-set@example.com' };
	const homepage = SET.homepage.replace('somebody', 'to-be-set');
	expect(unsetAddresses({ ...SET, author, homepage })).toEqual(['homepage', 'author.email']);
});

test('npm asks before it publishes', () => {
	expect(manifest.scripts.prepublishOnly).toBe('tsx test/lint/publishable.ts');
});
