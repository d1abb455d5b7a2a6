import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RealN8n } from '../harness/RealN8n';

const RETRY_MS = 5000;

/** What an n8n with `N8N_DEV_RELOAD` tells open editors: `reload`, when it has loaded nodes anew. */
export class Reloads extends EventEmitter<{ reload: [] }> {
	private constructor(private readonly socket: WebSocket) {
		super();
		socket.addEventListener('message', ({ data }) => {
			const { type } = JSON.parse(String(data)) as { type: string };
			if (type === 'nodeDescriptionUpdated') this.emit('reload');
		});
	}

	static async of({ url, client }: RealN8n): Promise<Reloads> {
		const address = `${url.replace('http', 'ws')}/rest/push?pushRef=${randomUUID()}`;
		const socket = new WebSocket(address, { headers: { cookie: client.cookie, origin: url } });
		await once(socket, 'open');
		return new Reloads(socket);
	}

	/** Waits until n8n watches a package: it begins a moment after it answers, and does not say when. */
	async untilWatched(packageFolder: string, stop: AbortSignal): Promise<void> {
		const reload = once(this, 'reload');
		for (;;) {
			stop.throwIfAborted();
			const now = new Date();
			await utimes(join(packageFolder, 'package.json'), now, now);
			const isLoaded = reload.then(() => true);
			if (await Promise.race([isLoaded, wait(RETRY_MS, false, { ref: false })])) return;
		}
	}

	async close(): Promise<void> {
		if (this.socket.readyState === WebSocket.CLOSED) return;
		const closed = once(this.socket, 'close');
		this.socket.close();
		await closed;
	}
}
