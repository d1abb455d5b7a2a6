import { LoggerProxy } from 'n8n-workflow';

/** A test file that failed may have left its clock. */
jest.useRealTimers();

/**
 * n8n's own logger looks up its caller even where it is silent, and a test may have left one of its
 * own.
 */
const ignore = () => {};
LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
