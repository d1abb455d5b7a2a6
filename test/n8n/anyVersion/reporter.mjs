/** Jest compiles tests, but no reporters. */
import { require as load } from 'tsx/cjs/api';

export default load('./PlainReporter.ts', import.meta.url).default;
