/** For Jest, which calls what a file exports by default. */
export { setup as default } from './install';
