import { describeResource } from '../operation';
import { getAudiences } from './getAudiences';
import { getSummary } from './getSummary';

/** Figures of a page and of its audiences (service interface, sections 2.12, 4.15 and 4.16). */
export const analytics = describeResource('analytics', [getAudiences, getSummary]);
