import { describe } from '../describe';
import { update } from './update';

/** Accounts (service interface, section 4.2). */
export const account = describe('account', [update]);
