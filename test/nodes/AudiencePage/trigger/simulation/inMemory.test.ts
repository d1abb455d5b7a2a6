/** The trigger in an n8n whose one process polls by timers in its memory. */
import fc from 'fast-check';

import { eachRecordOnce } from './run';

eachRecordOnce(fc.constant(0), () => true);
