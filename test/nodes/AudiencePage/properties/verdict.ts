/** The independent judge of a set: the service's interface, HTTP, and the few rules that are the form's own. */
import { judgeRequest, type RequestJudge, type RequestValues } from '../../../service/judge';
import { requestMeant } from './given';
import type { GivenSet, Operation } from './operation';
import { climbs, isForUrls } from './url';

export interface Verdict {
	request: RequestValues;
	/** The parameters that are at fault; none for a set that is valid. */
	faults: string[];
}

/** The parts that the service's interface allows and HTTP does not. An ID that is empty is missing already. */
function notForUrls(request: RequestValues): string[][] {
	const parts = (['path', 'query'] as const).flatMap((place) =>
		Object.entries(request[place]).map(([name, value]) => ({ place, name, text: String(value) })),
	);
	return parts
		.filter(({ place, text }) => !isForUrls(text) || (place === 'path' && climbs(text)))
		.map(({ place, name }) => [place, name]);
}

const isWithin = (inner: string[], outer: string[]): boolean =>
	outer.every((key, index) => inner[index] === key);

/** The fields that a wrong part of the request comes from, or that it is missing from. */
function parametersAt(part: string[], givens: GivenSet): string[] {
	const found = givens.filter(({ at }) => at && (isWithin(part, at) || isWithin(at, part)));
	if (found.length === 0) throw new Error(`No field was given for ${part.join('.')}, which is wrong`);
	return found.map(({ parameter }) => parameter);
}

/** A judge of the sets of an operation. */
export function judgeOf({ operationId, rules = [] }: Operation): (givens: GivenSet) => Verdict {
	const judge: RequestJudge = judgeRequest(operationId);
	return (givens) => {
		const request = requestMeant(operationId, givens);
		const parts = [...judge(request), ...notForUrls(request)];
		const faults = [
			...parts.flatMap((part) => parametersAt(part, givens)),
			...rules.flatMap((rule) => rule(givens)),
		];
		return { request, faults };
	};
}
