import { describeResource } from '../operation';
import { update } from './update';

/** Accounts (service interface, section 4.2). */
export const account = describeResource('account', [update]);
