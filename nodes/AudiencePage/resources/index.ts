import { optionsList } from '../fields/choice';
import { commonRouting } from '../fields/routing';
import { accountResource } from './account';
import { accountLogResource } from './accountLog/operations';
import { analyticsResource } from './analytics/operations';
import { assetResource } from './asset';
import { audienceResource } from './audience/operations';
import { audienceMessageResource } from './audienceMessage';
import { pageResource } from './page/operations';
import { pageLinkResource } from './pageLink';
import { personResource } from './person/operations';
import { personLogResource } from './personLog';
import { topicEntryResource } from './topicEntry';
import type { Resource } from './operation';

/** What the service offers, in the order of the form: by display name. */
export const RESOURCES: Resource[] = [
	accountResource,
	accountLogResource,
	analyticsResource,
	audienceResource,
	audienceMessageResource,
	pageResource,
	pageLinkResource,
	personResource,
	personLogResource,
	topicEntryResource,
	assetResource,
];

export const resourceField = optionsList(
	{ displayName: 'Resource', name: 'resource', routing: commonRouting, default: 'accountLog' },
	RESOURCES.map(({ option }) => option),
);
