/** Values for a field of which openapi.yaml says what it takes. */
import fc, { type Arbitrary } from 'fast-check';

import type { Resolved } from '../../../service/schemaAt';
import { anything, texts, textsOfLength, tooLong } from './values';

export interface Values {
	/** Those that the schema allows, mostly. */
	usual: Arbitrary<unknown>;
	/** Those that it does not, mostly. */
	wild: Arbitrary<unknown>;
}

/** Texts that miss a pattern by little. */
const nearly = (texts: Arbitrary<string>): Arbitrary<unknown> =>
	texts.chain((text) =>
		fc.constantFrom<unknown>(
			...[`${text}\n`, ` ${text}`, `${text}a`, `${text}--`, `${text} 1`, text.toUpperCase()],
			...[text.slice(1), text.slice(0, -1), text.repeat(4), text.replace('+', '+0')],
			...[text.replace(/[0-9]/g, '٤'), text.replace(/\W/, '_'), Number(text.replace(/\D/g, ''))],
		),
	);

export function valuesFor({ enum: choices, pattern, minLength = 0, maxLength = Infinity }: Resolved): Values {
	if (choices !== undefined) return { usual: fc.constantFrom(...(choices as unknown[])), wild: anything };
	const isLimited = maxLength < Infinity;
	const long = isLimited ? [tooLong(maxLength)] : [];
	if (pattern !== undefined) {
		const expression = new RegExp(pattern);
		const edges = [minLength, ...(isLimited ? [maxLength] : [])].map((length) => 'x'.repeat(length));
		const fitting = fc.oneof(
			{ weight: 8, arbitrary: fc.stringMatching(expression) },
			...edges.filter((edge) => expression.test(edge)).map((edge) => fc.constant(edge)),
		);
		const usual = fitting.filter(({ length }) => length <= maxLength);
		return { usual, wild: fc.oneof(nearly(usual), ...long) };
	}
	if (isLimited) return { usual: textsOfLength(minLength, maxLength), wild: fc.oneof(...long) };
	return { usual: texts, wild: anything };
}
