import { describeResource } from '../operation';
import { getAll } from './getAll';

/** The logs of people (service interface, section 4.5). */
export const personLog = describeResource('personLog', [getAll]);
