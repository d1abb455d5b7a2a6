/** Every operation of the document by its operationId. */
import { accountHandlers } from './accounts';
import { analyticsHandlers } from './analytics';
import { audienceHandlers } from './audiences';
import type { Handler } from './call';
import { contentHandlers } from './content';
import { messageHandlers } from './messages';
import { pageHandlers } from './pages';
import { personHandlers } from './persons';

export const handlers: Record<string, Handler> = {
	...accountHandlers,
	...personHandlers,
	...pageHandlers,
	...audienceHandlers,
	...messageHandlers,
	...analyticsHandlers,
	...contentHandlers,
};
