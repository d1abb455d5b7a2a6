/** A question to n8n's REST interface. */
export interface RestRequest {
	method?: string;
	body?: object;
	cookie?: string;
}

/** @throws Error with n8n's own words, if it does not answer with a 2xx */
export async function send(
	url: string,
	{ method = 'GET', body, cookie = '' }: RestRequest,
): Promise<Response> {
	const response = await fetch(url, {
		method,
		headers: { cookie, 'content-type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	if (response.ok) return response;
	throw new Error(`n8n answered ${response.status} to ${method} ${url}: ${await response.text()}`);
}
