/**
 * The files of a worker share n8n-core, which takes seconds to load, and nothing else: each file has the node's and
 * the tests' own modules anew, with the state in them, and the time as it is.
 */
vi.resetModules();
vi.useRealTimers();
