import { describeResource } from '../operation';
import { getAll } from './getAll';

/** Assets in the trash (service interface, section 4.17). */
export const asset = describeResource('asset', [getAll]);
