/** All examples, each with what runs it: one for each file of `examples/`, in the order of their names. */
import { chatAgent } from '../agents/chatAgent';
import { mcpServer } from '../agents/mcpServer';
import { pageAnalytics, weeklyAnalytics, weeklyReport, yearOfWeeks } from './analytics';
import type { Example } from './example';
import { contacts, newPersons } from './people';
import { crmDeals, logNotes, publishedAudiences, topicEntries } from './records';

export const EXAMPLES: Example[] = [
	...[yearOfWeeks, logNotes, chatAgent, publishedAudiences, contacts, crmDeals],
	...[mcpServer, newPersons, pageAnalytics, topicEntries, weeklyAnalytics, weeklyReport],
];
