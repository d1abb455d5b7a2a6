import { INVISIBLE } from './values';

const IGNORED = new RegExp(`[\\s_\\p{Pd}${INVISIBLE}]`, 'gu');

/** Equal for the names of a column that differ in no more than case, spaces, `_`, hyphens and what shows nothing. */
export const columnKey = (name: string): string => name.toLowerCase().replace(IGNORED, '');
