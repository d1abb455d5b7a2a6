import { describeResource } from '../operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';

/** Log entries of an account (service interface, sections 4.1, 4.3 and 4.4). */
export const accountLog = describeResource('accountLog', [create, get, getAll]);
