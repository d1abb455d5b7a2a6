import { describeResource } from '../operation';
import { create } from './create';
import { getAll } from './getAll';

/** Audiences, the variants of a page (service interface, sections 4.11 and 4.12). */
export const audience = describeResource('audience', [create, getAll]);
