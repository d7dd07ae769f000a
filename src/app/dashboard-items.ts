import type {AutomationRun} from '../contract/models/automation.ts';
import {firstMoment, knownMoment} from '../contract/moments.ts';
import {formatDuration, minuteText, whenText} from '../lib/time/ago.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {serverName} from '../actions/names.ts';
import type {Job} from '../contract/models/job.ts';
import {dashboardMessages as messages} from '../messages/dashboard.ts';
import {carriedText} from '../messages/journal.ts';
import {jobMessages, jobTitle} from '../messages/jobs.ts';
import {commonMessages, gap, joinMessages, key, type Message} from '../messages/text.ts';
import {nextText} from '../actions/automation-trigger.ts';
import {automationName} from './automations/automations-state.ts';
import {reasonOf} from './automations/run.ts';
import {needsAttention, progressOf, summaryOf} from './jobs/job-report.ts';
import {isOpen, nextStep} from './jobs/jobs-state.ts';
import {serviceTime} from './kernel/state/access.ts';
import {isSelfCaused} from './kernel/state/self-caused.ts';
import type {TimeMode} from './kernel/state/view-state.ts';
import type {CellTone} from './kernel/text/spans.ts';
import {awayFor, nodeOutages} from './nodes/node-outages.ts';
import {crashedText, isAcknowledged, serversWithAlerts} from './servers/alerts.ts';
import {flappingServers} from './servers/crashes.ts';
import {clearedFilter} from './servers/current-server.ts';
import {phasesById} from './servers/fleet-values.ts';
import {shownState} from './servers/server-labels.ts';
import {scheduledActionOf} from './servers/scheduled-actions.ts';
import {sinceText} from './servers/shown-fleet.ts';
import type {State} from './state.ts';
import {axisOf} from './timeline/axis.ts';
import {describeEntry, serverOf, wholeText} from './timeline/describe.ts';
import type {Entry} from './timeline/entry.ts';

export const dashboardKinds = ['alert', 'due', 'job', 'event'] as const;
export type DashboardKind = (typeof dashboardKinds)[number];

/** A row of the dashboard. `go`: what Enter goes to. */
export type DashboardItem = {
	id: string;
	kind: DashboardKind;
	when: (now: number) => Message;
	/** The name of the server, node or automation. */
	subject: string;
	text: (now: number) => Message;
	tone: CellTone;
	go:
		| {to: 'server' | 'node' | 'job' | 'automation'; id: string}
		| {to: 'entry'; entry: Entry}
		| {to: 'pane'; pane: 'servers' | 'timeline' | 'automations'};
	/** It represents no item, or several. */
	isRemark?: true;
};

/** Where all items of a kind are. */
const places: Record<DashboardKind, DashboardItem['go']> = {
	alert: {to: 'pane', pane: 'servers'},
	due: {to: 'pane', pane: 'automations'},
	job: {to: 'job', id: ''},
	event: {to: 'pane', pane: 'timeline'},
};

const remark = (kind: DashboardKind, text: Message): DashboardItem => ({
	id: `${kind}:remark`,
	kind,
	when: () => '',
	subject: '',
	text: () => text,
	tone: 'faint',
	go: places[kind],
	isRemark: true,
});

/** The filter of the list of servers hides no alerts here. */
const wholeView = memoize((view: State['view']): State['view'] => ({
	...view,
	filter: clearedFilter,
	sort: 'alerts',
	grouped: false,
}));

/**
Lost nodes come first: they are the cause of the alerts of their servers, which are not repeated. What changes because of an
action of this session is no alert.
*/
function alertItems(state: State): DashboardItem[] {
	const {fleet, view} = state;
	const outages = nodeOutages(state);
	const onLost = new Set(outages.flatMap(({servers}) => servers));
	const flapping = flappingServers(fleet.crashes);
	const phases = phasesById(fleet);
	const nodes = outages.map((outage): DashboardItem => {
		const {nodeId, node, status, servers, players} = outage;
		return {
			id: `alert:node:${nodeId}`,
			kind: 'alert',
			when: now => awayFor(outage, now),
			subject: node,
			text: () => messages.node(status, carriedText(servers.length, players)),
			tone: 'offline',
			go: {to: 'node', id: nodeId},
		};
	});
	const servers = serversWithAlerts({fleet, view: wholeView(view)})
		.filter(id => !onLost.has(id) && !(phases.get(id) === 'changing' && isSelfCaused(fleet, id)))
		.map((id): DashboardItem => {
			const {state: shown, expected} = shownState(fleet, id);
			const crashes = flapping.get(id);
			const isKnown = isAcknowledged(fleet, id);
			const {report, problem} = fleet.servers.get(id) ?? {};
			const parts = [
				`${shown ?? commonMessages.notKnown}${expected ? '*' : ''}`,
				crashes && crashedText(crashes),
				report?.isFailure ? report.message : problem,
				isKnown ? messages.acknowledged : undefined,
			];
			return {
				id: `alert:server:${id}`,
				kind: 'alert',
				when: now => sinceText(fleet.since.get(id), now),
				subject: serverName(fleet, id),
				text: () => joinMessages(parts.filter(Boolean), gap),
				tone: isKnown ? 'faint' : toneOf(phases.get(id)),
				go: {to: 'server', id},
			};
		});
	return [...nodes, ...servers];
}

function toneOf(phase: string | undefined): CellTone {
	if (phase === 'offline' || phase === 'hung') return 'offline';
	return phase === 'changing' || phase === 'unknown' ? phase : 'warning';
}

type Due = DashboardItem & {at: number};

/** What nodes, this session and automations will do: first what someone ordered, each the next first. */
function dueItems(state: State): DashboardItem[] {
	const {fleet, scheduled, automations, access} = state;
	const skewMs = serviceTime(access, 0);
	const isUtc = state.view.time === 'utc';
	const ids = new Set([...scheduled.tasks.keys(), ...scheduled.own.keys()]);
	const ordered = [...ids].flatMap((id): Due[] => {
		const found = scheduledActionOf(scheduled, id);
		if (!found || !fleet.servers.has(id)) return [];
		const {action, at, source} = found;
		return [
			{
				id: `due:server:${id}`,
				kind: 'due',
				at,
				when: now => (at > now ? messages.inTime(at - now) : messages.now),
				subject: serverName(fleet, id),
				text: now => messages.scheduled(action, whenText(at, now, isUtc), source),
				tone: 'warning',
				go: {to: 'server', id},
			},
		];
	});
	const planned = (automations.list ?? []).flatMap(({automation, upcoming}): Due[] => {
		const next = upcoming[0];
		if (next === undefined) return [];
		const {id, name = id} = automation;
		return [
			{
				id: `due:automation:${id}`,
				kind: 'due',
				at: next - skewMs,
				when: now => nextText(upcoming, now + skewMs) ?? '',
				subject: name,
				text: now => messages.automation(whenText(next - skewMs, now, isUtc)),
				tone: 'plain',
				go: {to: 'automation', id},
			},
		];
	});
	return [ordered, planned].flatMap(of => of.sort((a, b) => a.at - b.at));
}

/** The jobs that run, and those that left a problem, the newest first. */
const jobItems = (state: State): DashboardItem[] =>
	state.jobs
		.filter(job => isOpen(job) || needsAttention(state, job))
		.toReversed()
		.map(job => ({
			id: `job:${job.id}`,
			kind: 'job',
			when: now => formatDuration(now - job.startedAt),
			subject: '',
			text: () => jobText(state, job),
			tone: needsAttention(state, job) ? 'failure' : 'changing',
			go: {to: 'job', id: job.id},
		}));

function jobText(state: State, job: Job): string {
	if (needsAttention(state, job)) return summaryOf(state, job, state.view.time === 'utc');
	return messages.job(
		jobTitle(job),
		jobMessages.statuses[job.status],
		progressOf(state, job),
		nextStep(job)?.name,
	);
}

/** There may be thousands of commands between two events. */
const maxSearched = 5000;

/**
The newest events, the newest first. Commands are in the consoles, and runs that succeed are in their own list; those of an
automation that failed are one event.
*/
function eventItems(state: State, most: number): DashboardItem[] {
	const {all} = axisOf(state, undefined, 'changes');
	const newest = all.slice(-maxSearched).toReversed();
	const failed = Map.groupBy(newest.flatMap(failedRunOf), ({automationId}) => automationId);
	const items: DashboardItem[] = [];
	for (const entry of newest) {
		if (items.length >= most) break;
		const {subject} = entry;
		if (subject.what === 'run') {
			const [run] = failedRunOf(entry);
			const runs = (run && failed.get(run.automationId)) ?? [];
			if (run && runs[0] === run) items.push(failedRunsItem(state, entry, runs));
		} else if (entry.kind !== 'command' && subject.what !== 'streak') items.push(eventItem(state, entry));
	}
	return items;
}

/** The time, with the day if it is not today. */
function eventTime(at: number, mode: TimeMode, now: number): Message {
	if (mode === 'relative') return commonMessages.ago(now - at);
	return whenText(at, now, mode === 'utc');
}

function failedRunOf({subject}: Entry): AutomationRun[] {
	if (subject.what !== 'run' || !subject.isEnd || subject.run.status === 'SUCCEEDED') return [];
	return [subject.run];
}

/** `runs`: those that failed, of one automation, the newest first. */
function failedRunsItem(state: State, entry: Entry, runs: readonly AutomationRun[]): DashboardItem {
	const {time} = state.view;
	const [newest = runs[0]] = runs;
	const [oldest = newest] = runs.toReversed();
	const began = oldest && knownMoment(firstMoment(oldest.startedAt, oldest.createdAt));
	return {
		id: `event:${entry.key}`,
		kind: 'event',
		when: now => eventTime(entry.at, time, now),
		subject: newest ? automationName(newest, state.automations.list) : '',
		text: () =>
			messages.failedRuns({
				status: newest?.status,
				reason: newest && reasonOf(newest),
				count: runs.length,
				since: began === undefined ? undefined : minuteText(began, time === 'utc'),
			}),
		tone: 'failure',
		go: {to: 'entry', entry},
	};
}

function eventItem(state: State, entry: Entry): DashboardItem {
	const {time} = state.view;
	const {who, tone, ...said} = describeEntry(entry, state.automations.list, time === 'utc');
	const server = serverOf(state, entry);
	const {subject} = entry;
	return {
		id: `event:${entry.key}`,
		kind: 'event',
		when: now => eventTime(entry.at, time, now),
		subject: server ?? who,
		text: () => wholeText(said),
		tone: tone === 'failure' || tone === 'offline' ? tone : 'plain',
		// Crashes in the timeline fold; here they lead to their server.
		go: subject.what === 'crashes' ? {to: 'server', id: subject.run.serverId} : {to: 'entry', entry},
	};
}

/** Returns the rows, at most `room` unless that would leave a kind without any: of each kind what is most urgent. */
export function dashboardItems(state: State, room: number): DashboardItem[] {
	const alerts = alertItems(state);
	const due = dueItems(state);
	const jobs = jobItems(state);
	// A list that was read for the names of automations has no schedules.
	const isPlanUnread = state.automations.readCron === undefined;
	const upper = [
		...some('alert', alerts, Math.max(2, Math.floor(room / 3)), {
			none: messages.none.alert,
			more: key('app.servers'),
		}),
		...some('due', due, Math.max(2, Math.floor(room / 4)), {
			none: isPlanUnread ? messages.plansNotRead : messages.none.due,
			more: key('app.automations'),
		}),
		...some('job', jobs, Math.max(2, Math.floor(room / 4)), {
			none: messages.none.job,
			more: key('jobs.open'),
		}),
	];
	const events = eventItems(state, Math.max(2, room - upper.length));
	return [...upper, ...(events.length === 0 ? [remark('event', messages.none.event)] : events)];
}

/** Returns as many as fit, and says how many do not, or that there are none. */
function some(
	kind: Exclude<DashboardKind, 'event'>,
	all: readonly DashboardItem[],
	most: number,
	{none, more}: {none: string; more: Message},
): DashboardItem[] {
	if (all.length === 0) return [remark(kind, none)];
	if (all.length <= most) return [...all];
	const shown = all.slice(0, most - 1);
	return [...shown, remark(kind, messages.more(all.length - shown.length, more))];
}
