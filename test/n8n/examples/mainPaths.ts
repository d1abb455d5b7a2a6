/** All examples, each with what runs it. */
import { chatAgent } from '../agents/chatAgent';
import { mcpServer } from '../agents/mcpServer';
import { contacts } from './contacts';
import { crmDeals } from './deals';
import type { Example } from './example';
import { logNotes } from './logNotes';
import { newPersons } from './newPersons';
import { pageAnalytics } from './pageAnalytics';
import { publishedAudiences } from './publishedAudiences';
import { topicEntries } from './topicEntries';
import { weeklyAnalytics } from './weeklyAnalytics';
import { weeklyReport } from './weeklyReport';
import { yearOfWeeks } from './yearOfWeeks';

/** One for each file of `examples/`, in the order of their names. The tests of versions run them. */
export const EXAMPLES: Example[] = [
	yearOfWeeks,
	logNotes,
	chatAgent,
	publishedAudiences,
	contacts,
	crmDeals,
	mcpServer,
	newPersons,
	pageAnalytics,
	topicEntries,
	weeklyAnalytics,
	weeklyReport,
];
