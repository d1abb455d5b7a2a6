import { describe } from '../describe';
import { getAll } from './getAll';

/** Pages (service interface, section 4.10). */
export const page = describe('page', [getAll]);
