import { LoggerProxy } from 'n8n-workflow';

/**
 * The files of a worker share n8n-core, which takes seconds to load, and nothing else: each file has the node's and
 * the tests' own modules anew, with the state in them, and the time as it is.
 */
vi.resetModules();
vi.useRealTimers();

/** n8n's own logger looks up its caller even where it is silent, and a test may have left one of its own. */
const ignore = () => {};
LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
