import { audienceAnalytics, pageSummary, type AudienceAnalytics } from '../analytics';
import { found } from '../answers';
import { ok, type Call, type Handler, type Service } from './call';

function analyticsOf({ params, query }: Call, { store }: Service): AudienceAnalytics[] {
	const { pageId } = found(store.pages.get(params.page_id), 'page', params.page_id);
	return store.audiences
		.of(pageId)
		.all()
		.map((audience) => audienceAnalytics(audience, query));
}

const listAudienceAnalytics: Handler = (call, service) => ok({ items: analyticsOf(call, service) });

const getPageAnalyticsSummary: Handler = (call, service) => ok(pageSummary(analyticsOf(call, service)));

export const analyticsHandlers = { listAudienceAnalytics, getPageAnalyticsSummary };
