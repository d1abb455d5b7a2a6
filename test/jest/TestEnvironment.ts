import SingleContextEnvironment from 'jest-environment-node-single-context';

/** The process's own globals. */
export default class TestEnvironment extends SingleContextEnvironment {}
