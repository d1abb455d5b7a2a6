import { describeResource } from '../operation';
import { getAll } from './getAll';

/** Page links (service interface, section 4.18). */
export const pageLink = describeResource('pageLink', [getAll]);
