/** Metadata of a page, or of an audience in its place. */
export { structuredField as metadata } from './structured';
