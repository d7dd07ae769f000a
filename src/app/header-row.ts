import {jobLine} from './jobs/job-report.ts';
import {alertLine, type AlertLine} from './servers/alerts.ts';
import {isOverdue} from './servers/fleet.ts';
import {restingAgeMs} from './screen-at-rest.ts';
import {fleetCounts} from './servers/shown-fleet.ts';
import {watchSign} from './watch/watch-rows.ts';
import type {Keyed} from './hints.ts';
import {keyOf, renderWithKeys} from './kernel/keys/keymap.ts';
import type {Rect} from './kernel/screens/layout.ts';
import type {Services} from './kernel/state/services.ts';
import {cannotChangeServers} from './team/own-permissions.ts';
import {unreachableSince} from './kernel/state/connectivity.ts';
import {notableSkew} from './kernel/state/access.ts';
import {feedWord, longWaitMs, refusedDestinations} from './kernel/state/feed-state.ts';
import type {State} from './state.ts';
import {clockText, minuteText} from '../lib/time/ago.ts';
import {cut, widthOf} from '../lib/text/width.ts';
import {betweenEnds, fitSpans, type Span, type Tone, widthOfSpans} from './kernel/text/spans.ts';
import {message, type Message} from '../messages/text.ts';
import {headerMessages} from '../messages/screens.ts';

/** Optional parts, in the order in which they are dropped on a narrow screen. All others stay. */
const dropOrder = [
	'retry',
	'skew',
	'reason',
	'silence',
	'team',
	'stopped',
	'up',
	'refused',
	'duplicate',
	'alerts',
	'busy',
	'unreadable',
	'unknown',
] as const;
type Part = {spans: readonly Span[]; go?: (typeof dropOrder)[number]};

type HeaderState = Pick<
	State,
	'fleet' | 'feed' | 'access' | 'nodes' | 'view' | 'transcript' | 'watches' | 'alerts' | 'jobs'
>;
type HeaderServices = Keyed & Pick<Services, 'openAlerts'>;
/** At rest, times are shown in coarse steps, so that they rarely change. */
type Present = {now: number; tick: number; isAtRest?: boolean};

/**
Returns the rows above the panes: the profile, counts, age and feed, then problems and watches. If there is
only one row, a problem replaces it only if the data cannot be trusted.
*/
export function headerRows(
	state: HeaderState,
	services: HeaderServices,
	present: Present,
	{width, height}: Pick<Rect, 'width' | 'height'>,
): Span[][] {
	const {keymap} = services;
	const {now, tick} = present;
	const alert = alertLine(state, now, tick);
	const job = jobLine(state);
	const line = withJob(alert, job);
	const full = renderWithKeys(line.text, keymap);
	const tone = alertTones[line.tone];
	const sign = watchSign(state.watches, width, state.view.time === 'utc');
	const watch: Span[] = sign === undefined ? [] : [{text: ` ${sign} `, tone: 'warning'}];
	if (height === 1) {
		const beside = width >= 60 ? watch : [];
		const room = width - widthOfSpans(beside);
		const first =
			line.tone === 'failure'
				? fitSpans([{text: full, tone}], room)
				: firstRow(state, services, present, room);
		return [[...first, ...beside]];
	}
	const next: Span[] =
		line.tone === 'warning' ? [{text: ` [${keyOf('view.nextAlert', keymap)}]next `, tone: 'hintKey'}] : [];
	const right = [...watch, ...next];
	// Watches always stay visible: the alert is cut at its end, because its start matters most.
	const room = Math.max(8, width - 1 - widthOfSpans(right));
	const text = widthOf(full) > room ? narrowText(state, alert, job, {keymap, room}) : full;
	const problem: Span = {text: watch.length > 0 ? cut(text, room) : text, tone};
	const second = betweenEnds([{text: ' ', tone: 'plain'}, problem], right, width);
	return [firstRow(state, services, present, width), second];
}

/** Cuts a job that is over, so that it does not hide a server that went down since. */
function narrowText(
	{jobs}: HeaderState,
	alert: AlertLine,
	job: Message | undefined,
	{keymap, room}: Narrow,
): string {
	const {text, short} = withJob(alert, job);
	const isActive = jobs.some(({status}) => status === 'running' || status === 'paused');
	if (job === undefined || isActive || alert.tone !== 'warning') return renderWithKeys(short ?? text, keymap);
	const separator = '  | ';
	const own = renderWithKeys(alert.short ?? alert.text, keymap);
	const left = room - widthOf(separator) - Math.min(widthOf(own), Math.floor(room / 2));
	return `${cut(`!! ${renderWithKeys(job, keymap)}`, left)}${separator}${own}`;
}
type Narrow = {keymap: Keyed['keymap']; room: number};

/** Adds the unfinished part of a job until it is resolved; only an unreadable list is more important. */
function withJob(line: AlertLine, job: Message | undefined): AlertLine {
	if (job === undefined) return line;
	if (line.tone === 'quiet') return {tone: 'warning', text: message`!! ${job}`};
	const join = (text: Message): Message =>
		line.tone === 'failure' ? message`${text}  | ${job}` : message`!! ${job}  | ${text}`;
	return {...line, text: join(line.text), ...(line.short !== undefined && {short: join(line.short)})};
}

const alertTones: Record<ReturnType<typeof alertLine>['tone'], Tone> = {
	failure: 'danger',
	warning: 'warning',
	quiet: 'faint',
};

/**
Returns profile and permissions, the fleet with the age of its data, and the state of the feed. On a narrow
screen, optional parts are dropped in order, unknown states last; the rest is shortened.
*/
function firstRow(
	state: HeaderState,
	services: HeaderServices,
	{now, tick, isAtRest = false}: Present,
	width: number,
): Span[] {
	const {profile, readOnly, applicationId, pollMs} = services.settings;
	const team = cut(state.access.team?.name ?? state.access.team?.id ?? 'rcondeck', 24, 'middle');
	const isLacking = !readOnly && cannotChangeServers(state.access, applicationId);
	const mode: Span = readOnly || isLacking ? {text: 'RO', tone: 'warning'} : {text: 'RW', tone: 'plain'};
	const why: Part = {spans: [{text: headerMessages.noPermission, tone: 'warning'}], go: 'reason'};
	const label: Span = {
		text: `[${cut(profile.label, 16, 'middle')}]`,
		tone: profile.isDemo ? 'demo' : 'profile',
	};
	const between = width < barsFrom ? space : bar;
	const parts: Part[] = [
		{spans: [{text: `${team} `, tone: 'title'}], go: 'team'},
		{spans: [label, {text: ' ', tone: 'plain'}, mode]},
		...(isLacking ? [why] : []),
		{spans: [between]},
		...countParts(state),
		{
			spans: [
				between,
				isAtRest ? restingAgeSpan(restingAgeMs(state, services)) : ageSpan(state, now, pollMs),
			],
		},
		{spans: [between, feedSpan(state)]},
		...retryParts(state, tick),
		...refusedParts(state),
		...silentParts(state, between, width),
		...skewParts(state, between),
		...recordingParts(state, between),
		...alertParts(state, between),
	];
	const isUtc = state.view.time === 'utc';
	const fitting = dropParts(parts, width - 1);
	const withoutTeam = fitting.filter(({go}) => go !== 'team');
	// The seconds go before the team, and the team before the time.
	const clocks = (isAtRest ? [minuteText] : [clockText, minuteText]).map(text => text(now, isUtc));
	for (const kept of [fitting, withoutTeam])
		for (const clock of clocks) {
			const left = rowOfParts(kept);
			if (widthOfSpans(left) + 2 + clock.length <= width)
				return betweenEnds(left, [{text: clock, tone: 'faint'}], width);
		}
	return betweenEnds(rowOfParts(fitting), [], width);
}

const rowOfParts = (parts: readonly Part[]): Span[] => [
	{text: ' ', tone: 'plain'},
	...parts.flatMap(({spans}) => spans),
];

/** Times of the service and ours are not comparable. */
function skewParts({access}: Pick<State, 'access'>, between: Span): Part[] {
	const skew = notableSkew(access);
	if (skew === undefined) return [];
	return [{spans: [between, {text: headerMessages.skew(skew), tone: 'warning'}], go: 'skew'}];
}

/** Polls fail as well, so the feed's promise of fresh data does not hold. The second row says why at any width. */
function silentParts(state: Pick<State, 'fleet' | 'feed' | 'view'>, between: Span, width: number): Part[] {
	const since = unreachableSince(state);
	if (since === undefined) return [];
	const text = headerMessages.nothingSince(minuteText(since, state.view.time === 'utc'));
	return [{spans: [between, {text, tone: 'lost'}], ...(width < 80 && {go: 'silence'})}];
}

const bar: Span = {text: ' | ', tone: 'rule'};
const space: Span = {text: ' ', tone: 'plain'};

/** Below this width, parts are separated by a space. */
const barsFrom = 60;

/** Returns the number of servers in each state. */
export const countSpans = (state: Pick<State, 'fleet'>): Span[] =>
	countParts(state).flatMap(({spans}) => spans);

function countParts(state: Pick<State, 'fleet'>): Part[] {
	if (state.fleet.at === undefined) return [{spans: [{text: headerMessages.notCounted, tone: 'faint'}]}];
	const {up, down, stopped, hung, changing, unknown, unreadable, duplicate} = fleetCounts(state);
	const more: [number, Part['go'] & string, Tone][] = [
		[stopped, 'stopped', 'faint'],
		[changing, 'busy', 'changing'],
		[unknown, 'unknown', 'unknown'],
		[unreadable, 'unreadable', 'failure'],
		[duplicate, 'duplicate', 'warning'],
	];
	return [
		{spans: [{text: `${headerMessages.up(up)} `, tone: 'online'}], go: 'up'},
		{spans: [{text: headerMessages.down(down), tone: down > 0 ? 'offline' : 'faint'}]},
		...(hung > 0
			? [{spans: [{text: ` ${headerMessages.inState(hung, 'HUNG')}`, tone: 'offline'} as const]}]
			: []),
		...more
			.filter(([count]) => count > 0)
			.map(([count, word, tone]): Part => ({
				spans: [{text: ` ${headerMessages.inState(count, word)}`, tone}],
				go: word,
			})),
	];
}

/** Returns the age of the list. A late poll may be a passing delay; an age of more than three polls is not. */
function ageSpan({fleet}: Pick<State, 'fleet'>, now: number, pollMs: number): Span {
	if (fleet.at === undefined)
		return {text: headerMessages.listAge(undefined), tone: fleet.problem ? 'lost' : 'faint'};
	const age = now - fleet.at;
	const isOld = fleet.problem !== undefined || isOverdue(fleet, now) || age > 3 * pollMs + 1000;
	return {text: headerMessages.listAge(age), tone: isOld ? 'lost' : fleet.late ? 'warning' : 'plain'};
}

const restingAgeSpan = (ageMs: number): Span => ({
	text: headerMessages.listAgeAtMost(ageMs),
	tone: 'plain',
});

function feedSpan({fleet, feed}: Pick<State, 'fleet' | 'feed'>): Span {
	const word = feedWord(feed);
	const live = refusedDestinations(feed).length > 0 ? 'warning' : 'live';
	const tones: Record<typeof word, Tone> = {
		LIVE: live,
		'LIVE?': 'warning',
		LOST: 'lost',
		POLL: 'warning',
		'…': 'faint',
	};
	return {
		text: headerMessages.feed(word),
		tone: unreachableSince({fleet, feed}) === undefined ? tones[word] : 'lost',
	};
}

/** Returns when a refused feed is dialed again, which happens slowly. */
function retryParts({feed}: Pick<State, 'feed'>, tick: number): Part[] {
	const leftMs = (feed.retryTick ?? tick) - tick;
	return leftMs < longWaitMs
		? []
		: [{spans: [{text: ` ${headerMessages.retry(leftMs)}`, tone: 'faint'}], go: 'retry'}];
}

/** Reports that some of the configured feed destinations were refused. */
function refusedParts({feed}: Pick<State, 'feed'>): Part[] {
	const {length} = refusedDestinations(feed);
	return length === 0
		? []
		: [{spans: [{text: ` ${headerMessages.refused(length)}`, tone: 'warning'}], go: 'refused'}];
}

/** Shows that a transcript is being recorded, and whether it can be written. */
function recordingParts({transcript}: Pick<State, 'transcript'>, between: Span): Part[] {
	if (!transcript) return [];
	const name = cut(transcript.name, 16, 'middle');
	const span: Span = transcript.problem
		? {text: headerMessages.notRecorded(name), tone: 'failure'}
		: {text: headerMessages.recording(name), tone: 'danger'};
	return [{spans: [between, span]}];
}

/** Returns a warning if an alert was not delivered: users away from the screen missed it. */
function alertParts({alerts}: Pick<State, 'alerts'>, between: Span): Part[] {
	if (alerts.problem === undefined) return [];
	return [{spans: [between, {text: headerMessages.alertsFailed, tone: 'failure'}], go: 'alerts'}];
}

function dropParts(parts: readonly Part[], width: number): readonly Part[] {
	let kept = parts;
	for (const word of dropOrder) {
		if (kept.reduce((sum, {spans}) => sum + widthOfSpans(spans), 0) <= width) break;
		kept = kept.filter(({go}) => go !== word);
	}
	return kept;
}
