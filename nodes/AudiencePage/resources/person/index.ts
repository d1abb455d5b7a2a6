import { describe } from '../describe';
import { getAll } from './getAll';

/** People, the contacts of the service (service interface, section 4.8). */
export const person = describe('person', [getAll]);
