import Fastify from 'fastify';
import { HOST } from '../harness/serverProcess';
import type { RealN8n } from '../harness/RealN8n';

/**
 * An address that opens the editor signed in as its owner. It hands the browser the cookie of n8n and sends it there:
 * a browser keeps cookies by host, whatever the port.
 */
export async function serveSignInPage({
	url,
	client,
}: RealN8n): Promise<{ url: string; close(): Promise<void> }> {
	const app = Fastify({ forceCloseConnections: true });
	app.get('/', (_, reply) =>
		reply
			.header('set-cookie', `${client.cookie}; Path=/; HttpOnly; SameSite=Lax`)
			.redirect(`${url}/home/workflows`),
	);
	return { url: await app.listen({ host: HOST, port: 0 }), close: () => app.close() };
}
