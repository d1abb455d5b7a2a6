import { describeResource } from '../operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

/** People, the contacts of the service (service interface, sections 4.6 to 4.8). */
export const person = describeResource('person', [create, upsert, get, getAll, update]);
