/** Every case, by the name of its operation or event. Written by `npm run write`. */
import accountUpdate from '../nodes/AudiencePage/resources/account/update.case';
import accountLogCreate from '../nodes/AudiencePage/resources/accountLog/create.case';
import accountLogGet from '../nodes/AudiencePage/resources/accountLog/get.case';
import accountLogGetAll from '../nodes/AudiencePage/resources/accountLog/getAll.case';
import analyticsGetAudiences from '../nodes/AudiencePage/resources/analytics/getAudiences.case';
import analyticsGetSummary from '../nodes/AudiencePage/resources/analytics/getSummary.case';
import assetGetAll from '../nodes/AudiencePage/resources/asset/getAll.case';
import audienceCreate from '../nodes/AudiencePage/resources/audience/create.case';
import audienceGetAll from '../nodes/AudiencePage/resources/audience/getAll.case';
import audienceMessageGetAll from '../nodes/AudiencePage/resources/audienceMessage/getAll.case';
import audienceMessageRestore from '../nodes/AudiencePage/resources/audienceMessage/restore.case';
import pageGetAll from '../nodes/AudiencePage/resources/page/getAll.case';
import pageUpdate from '../nodes/AudiencePage/resources/page/update.case';
import pageLinkGetAll from '../nodes/AudiencePage/resources/pageLink/getAll.case';
import personCreate from '../nodes/AudiencePage/resources/person/create.case';
import personGet from '../nodes/AudiencePage/resources/person/get.case';
import personGetAll from '../nodes/AudiencePage/resources/person/getAll.case';
import personUpdate from '../nodes/AudiencePage/resources/person/update.case';
import personUpsert from '../nodes/AudiencePage/resources/person/upsert.case';
import personLogGetAll from '../nodes/AudiencePage/resources/personLog/getAll.case';
import topicEntryGetAll from '../nodes/AudiencePage/resources/topicEntry/getAll.case';
import topicEntryUpdate from '../nodes/AudiencePage/resources/topicEntry/update.case';
import accountLogCreated from '../nodes/AudiencePage/trigger/accountLogCreated.case';
import assetTrashed from '../nodes/AudiencePage/trigger/assetTrashed.case';
import audienceCreated from '../nodes/AudiencePage/trigger/audienceCreated.case';
import audienceStatusChanged from '../nodes/AudiencePage/trigger/audienceStatusChanged.case';
import pageCreated from '../nodes/AudiencePage/trigger/pageCreated.case';
import pageLinkCreated from '../nodes/AudiencePage/trigger/pageLinkCreated.case';
import personCreated from '../nodes/AudiencePage/trigger/personCreated.case';
import personLogCreated from '../nodes/AudiencePage/trigger/personLogCreated.case';
import personUpdated from '../nodes/AudiencePage/trigger/personUpdated.case';
import topicEntryChanged from '../nodes/AudiencePage/trigger/topicEntryChanged.case';
import type { EventCase } from './eventCase';
import type { OperationCase } from './operationCase';

export const operationCases: Record<string, OperationCase> = {
	'account.update': accountUpdate,
	'accountLog.create': accountLogCreate,
	'accountLog.get': accountLogGet,
	'accountLog.getAll': accountLogGetAll,
	'analytics.getAudiences': analyticsGetAudiences,
	'analytics.getSummary': analyticsGetSummary,
	'asset.getAll': assetGetAll,
	'audience.create': audienceCreate,
	'audience.getAll': audienceGetAll,
	'audienceMessage.getAll': audienceMessageGetAll,
	'audienceMessage.restore': audienceMessageRestore,
	'page.getAll': pageGetAll,
	'page.update': pageUpdate,
	'pageLink.getAll': pageLinkGetAll,
	'person.create': personCreate,
	'person.get': personGet,
	'person.getAll': personGetAll,
	'person.update': personUpdate,
	'person.upsert': personUpsert,
	'personLog.getAll': personLogGetAll,
	'topicEntry.getAll': topicEntryGetAll,
	'topicEntry.update': topicEntryUpdate,
};

export const eventCases: Record<string, EventCase> = {
	accountLogCreated,
	assetTrashed,
	audienceCreated,
	audienceStatusChanged,
	pageCreated,
	pageLinkCreated,
	personCreated,
	personLogCreated,
	personUpdated,
	topicEntryChanged,
};
