import { describeResource } from '../operation';
import { getAll } from './getAll';
import { restore } from './restore';

/** The conversation about the draft of an audience (service interface, sections 4.13 and 4.14). */
export const audienceMessage = describeResource('audienceMessage', [getAll, restore]);
