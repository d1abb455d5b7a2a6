/** Ways to use every operation of the node, for the comparison of its two engines. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../../../support/locators';
import { READS } from './reads';
import { messageId, ofAudience, pageId } from './records';
import type { Variant } from './variant';
import { WRITES } from './writes';

export { SEED, SIZES } from './records';
export type { Variant } from './variant';

/** n8n's engine sends no empty body (docs/N8N-BEHAVIOR.md), and the sandbox refuses a request without one. */
export const EMPTY_BODIES: Record<string, INodeParameters> = {
	'audience.create': { pageId: byId(pageId) },
	'audienceMessage.restore': { ...ofAudience, messageId: byId(messageId) },
};

/** By resource and operation. */
export const VARIANTS: Record<string, Variant[]> = { ...READS, ...WRITES };
