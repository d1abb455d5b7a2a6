/** Stryker loads the environment of the tests by itself, which Jest would compile. */
import { require as load } from 'tsx/cjs/api';

export default load('../jest/TestEnvironment.ts', import.meta.url).default;
