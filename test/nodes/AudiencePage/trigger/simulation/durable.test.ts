/** The trigger in an n8n whose processes poll in turn, by its durable scheduler. */
import fc from 'fast-check';

import { eachRecordOnce } from './run';
import { done } from './n8n';

eachRecordOnce(fc.constantFrom(1, 2, 2, 3), (runs) => done.thrownAway > 10 * runs);
