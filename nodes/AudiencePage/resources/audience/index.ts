import { describe } from '../describe';
import { create } from './create';

/** Audiences, the variants of a page (service interface, section 4.11). */
export const audience = describe('audience', [create]);
