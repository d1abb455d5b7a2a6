import type { EventCase } from '../../../cases/eventCase';
import { byId } from '../../../support/locators';

export default {
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	recordsIn: ({ audiences }, { pageId }) => audiences.of(pageId),
} satisfies EventCase;
