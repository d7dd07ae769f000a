import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {allRuns, type RunsQuery} from './automations-state.ts';

/** Opens the runs of an automation, or of all automations. */
export function showRuns({store}: Services, automationId: string | undefined): void {
	store.dispatch({type: 'automations/asked', query: {...allRuns, automationId}});
	store.dispatch({
		type: 'screens/changed',
		list: 'runs',
		change: {currentId: undefined, at: 0, top: 0, open: false},
	});
	store.dispatch({type: 'screens/runsShown', isShown: true});
}

/** Changes the query for runs; starts at the first page unless the change has a page. */
export function askRuns({store}: Services, change: Partial<RunsQuery>): void {
	const {query} = store.getState().automations.runs;
	store.dispatch({type: 'automations/asked', query: {...query, page: 0, ...change}});
	store.dispatch({type: 'screens/changed', list: 'runs', change: {currentId: undefined, at: 0, top: 0}});
}

/** The statuses that `f` cycles through; services may have more. */
const statuses = [undefined, 'RUNNING', 'FAILED', 'TIMEOUTED', 'CANCELED', 'SUCCEEDED', 'QUEUED,PENDING'];

export function nextStatus(services: Services): void {
	const {status} = services.store.getState().automations.runs.query;
	const next = statuses[(statuses.indexOf(status) + 1) % statuses.length];
	askRuns(services, {status: next});
	notify(
		services,
		'info',
		next === undefined ? automationScreenMessages.everyStatus : automationScreenMessages.onlyStatus(next),
		{
			about: 'view',
		},
	);
}

/** Pages are zero-based, and the first has the newest runs. */
export function turnPage(services: Services, by: 1 | -1): void {
	const {query, totalPages} = services.store.getState().automations.runs;
	const page = query.page + by;
	if (page < 0) notify(services, 'info', automationScreenMessages.firstPage, {about: 'view'});
	else if (page >= totalPages) notify(services, 'info', automationScreenMessages.lastPage, {about: 'view'});
	else askRuns(services, {page});
}
