import { describeResource } from '../operation';
import { getAll } from './getAll';
import { update } from './update';

/** Pages (service interface, sections 4.9 and 4.10). */
export const page = describeResource('page', [getAll, update]);
