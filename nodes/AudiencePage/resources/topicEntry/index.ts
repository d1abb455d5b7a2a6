import { describeResource } from '../operation';
import { getAll } from './getAll';
import { update } from './update';

/** The entries of a topic (service interface, sections 4.19 and 4.20). */
export const topicEntry = describeResource('topicEntry', [getAll, update]);
