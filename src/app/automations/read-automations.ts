import type {Automation} from '../../contract/models/automation.ts';
import {ApiError} from '../../contract/errors.ts';
import type {ReadCron} from '../../lib/time/cron.ts';
import {editableJson} from '../../lib/json/json.ts';
import {asRead} from '../../actions/automation-changes.ts';
import {describeTrigger} from '../../actions/automation-trigger.ts';
import {sanitizeAutomation, sanitizeRun, sanitizeUnreadable} from '../kernel/text/sanitize.ts';
import {type Failure, failureOf, type ReadOutcome} from '../kernel/state/failure.ts';
import type {Services} from '../kernel/state/services.ts';
import {serviceTime} from '../kernel/state/access.ts';
import {allRuns, type KnownAutomation, type RunsQuery} from './automations-state.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import {notify} from '../kernel/state/notify.ts';

/** Runs per page. */
const pageSize = 20;
/** Runs per request for the timeline. */
const runsPerPage = 50;
/** Maximum number of requests for the last run of one automation per poll. */
const maxAutomationReads = 10;

/**
Reads the automations and describes their triggers. With `names`, to name runs before anything showed schedules, these stay as
the service writes them: reading them loads two libraries and the names of time zones, which takes 6 MB.
*/
export async function readAutomations(
	services: Services,
	signal?: AbortSignal,
	purpose: 'list' | 'names' = 'list',
): Promise<ReadOutcome> {
	const {api, store, clock} = services;
	const {team} = store.getState().access;
	if (!team) return 'failed';
	return attempt(
		async () => {
			const {items, unreadable} = await api.listAutomations(
				{teamId: team.id},
				{...signalOf(signal), background: true},
			);
			const {view, automations} = store.getState();
			const isListed =
				purpose === 'list' || view.pane === 'automations' || automations.readCron !== undefined;
			const read = isListed ? await (await import('../../lib/time/cron.ts')).loadCron() : asWritten;
			const now = serviceTime(store.getState().access, clock.now());
			const list = items.map(automation => knownAutomation(automation, read, now));
			store.dispatch({
				type: 'automations/read',
				at: clock.now(),
				list,
				...(isListed && {readCron: read}),
				unreadable: unreadable.map(sanitizeUnreadable),
			});
		},
		failure => store.dispatch({type: 'automations/failed', failure}),
	);
}

const asWritten: ReadCron = pattern => ({words: pattern, after: () => []});

function knownAutomation(automation: Automation, read: ReadCron, now: number): KnownAutomation {
	const clean = sanitizeAutomation(automation);
	const {words, brief, upcoming} = describeTrigger(clean.trigger, read, now);
	return {
		automation: clean,
		trigger: words,
		brief,
		upcoming: clean.enabled === false ? [] : upcoming,
		source: editableJson(asRead(automation)),
	};
}

/** Reads the last run of each automation for which none is known. */
export async function readLastRuns({api, store}: Services, signal: AbortSignal): Promise<void> {
	const {access, automations} = store.getState();
	const teamId = access.team?.id;
	if (teamId === undefined) return;
	const {list, lastRuns} = automations;
	const unknown = (list ?? []).filter(({automation}) => lastRuns.get(automation.id) === undefined);
	for (const {automation} of unknown.slice(0, maxAutomationReads)) {
		const query = {teamId, automationId: automation.id, page: 0, size: 1};
		const outcome = await attempt(
			async () => {
				const {items} = await api.listRuns(query, {signal, background: true});
				// A service without filtering would return runs of other automations.
				const own = items.filter(({automationId}) => automationId === automation.id);
				if (own.length > 0) store.dispatch({type: 'automations/ran', runs: own.map(sanitizeRun)});
				else if (items.length === 0) {
					store.dispatch({type: 'automations/neverRan', automationId: automation.id});
				}
			},
			() => {},
		);
		if (outcome !== 'ok') return;
	}
}

/** Reads the requested page of runs. */
export async function readRuns({api, store, clock}: Services, signal?: AbortSignal): Promise<ReadOutcome> {
	const {access, automations} = store.getState();
	if (!access.team) return 'failed';
	const {query} = automations.runs;
	const input = {teamId: access.team.id, page: query.page, size: pageSize, ...filterOf(query)};
	return attempt(
		async () => {
			const page = await api.listRuns(input, {...signalOf(signal), background: true});
			store.dispatch({
				type: 'automations/runsRead',
				query,
				at: clock.now(),
				runs: page.items.map(sanitizeRun),
				unreadable: page.unreadable.map(sanitizeUnreadable),
				totalElements: page.totalElements,
				totalPages: page.totalPages,
			});
		},
		failure => store.dispatch({type: 'automations/runsFailed', query, failure}),
	);
}

function filterOf({automationId, status, from, to}: RunsQuery) {
	const iso = (at: number) => new Date(at).toISOString();
	return {
		...(automationId !== undefined && {automationId}),
		...(status !== undefined && {statuses: status}),
		...(from !== undefined && {createdFrom: iso(from)}),
		...(to !== undefined && {createdTo: iso(to)}),
	};
}

/** Reads the newest runs of all automations with one small request. */
export async function readRecentRuns({api, store}: Services, signal: AbortSignal): Promise<ReadOutcome> {
	const {team} = store.getState().access;
	if (!team) return 'failed';
	return attempt(
		async () => {
			const query = {teamId: team.id, page: 0, size: runsPerPage};
			const {items} = await api.listRuns(query, {signal, background: true});
			store.dispatch({type: 'automations/ran', runs: items.map(sanitizeRun)});
		},
		failure => store.dispatch({type: 'automations/recentFailed', failure}),
	);
}

const signalOf = (signal: AbortSignal | undefined) => (signal ? {signal} : {});

async function attempt(
	task: () => Promise<void>,
	onFailure: (failure: Failure) => void,
): Promise<ReadOutcome> {
	try {
		await task();
		return 'ok';
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason !== 'canceled') onFailure(failureOf(error));
		const {status, reason} = error;
		const isForGood = status === 401 || status === 403 || status === 404 || status === 405 || status === 501;
		return isForGood || reason === 'blocked' ? 'refused' : 'failed';
	}
}

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
