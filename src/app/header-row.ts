import {troubleLine} from './servers/alerts.ts';
import {fleetCounts} from './servers/shown-fleet.ts';
import {watchSign} from './watch/watch-labels.ts';
import type {Keyed} from './hints.ts';
import {keyOf, renderWithKeys} from './kernel/keymap/keymap.ts';
import type {Rect} from './kernel/layout.ts';
import type {Settings} from './kernel/settings.ts';
import {unreachableSince} from './kernel/connectivity.ts';
import {notableSkew} from './kernel/access.ts';
import {feedWord, longWaitMs, refusedDestinations} from './kernel/feed-state.ts';
import type {State} from './state.ts';
import {clockText} from '../lib/ago.ts';
import {cut} from '../lib/width.ts';
import {betweenEnds, fitSpans, widthOfSpans, type Span, type Tone} from './kernel/spans.ts';
import {headerMessages} from '../messages/tui-panes.ts';

/** What may `go` where it is too narrow goes in this order; what may not, never. */
const goes = [
	'retry',
	'skew',
	'silence',
	'up',
	'team',
	'refused',
	'duplicate',
	'busy',
	'unreadable',
	'unknown',
] as const;
type Part = {spans: readonly Span[]; go?: (typeof goes)[number]};

type Given = Pick<State, 'fleet' | 'feed' | 'access' | 'view' | 'transcript' | 'watches'>;
type Present = {now: number; tick: number};

/**
What is above the panes: who, how many, how old and feed; below it what is wrong, and what is watched. Where there
is but one row, what is wrong takes its place only where nothing can be trusted.
*/
export function headerRows(
	state: Given,
	{settings, keymap}: Keyed,
	{now, tick}: Present,
	{width, height}: Pick<Rect, 'width' | 'height'>,
): Span[][] {
	const trouble = troubleLine(state, now, tick);
	const text = renderWithKeys(trouble.text, keymap);
	const tone = troubleTones[trouble.tone];
	const sign = watchSign(state.watches, width, state.view.time === 'utc');
	const watch: Span[] = sign === undefined ? [] : [{text: ` ${sign} `, tone: 'warning'}];
	if (height === 1) {
		const beside = width >= 60 ? watch : [];
		const room = width - widthOfSpans(beside);
		const first =
			trouble.tone === 'failure'
				? fitSpans([{text, tone}], room)
				: firstRow(state, settings, {now, tick}, room);
		return [[...first, ...beside]];
	}
	const next: Span[] =
		trouble.tone === 'warning' ? [{text: `[${keyOf('view.nextAlert', keymap)}]next `, tone: 'hintKey'}] : [];
	const right = [...watch, ...next];
	// What is watched is always seen: the trouble gives way, its beginning says the most.
	const room = Math.max(8, width - 1 - widthOfSpans(right));
	const problem: Span = {text: watch.length > 0 ? cut(text, room) : text, tone};
	const second = betweenEnds([{text: ' ', tone: 'plain'}, problem], right, width);
	return [firstRow(state, settings, {now, tick}, width), second];
}

const troubleTones: Record<ReturnType<typeof troubleLine>['tone'], Tone> = {
	failure: 'danger',
	warning: 'warning',
	quiet: 'faint',
};

/**
Who we are and whether we may write, how the fleet is, how old that is, and whether the feed is live. Where it is too
narrow, what may go goes in its order, what is unknown last; the rest gives way by getting shorter.
*/
function firstRow(state: Given, settings: Settings, {now, tick}: Present, width: number): Span[] {
	const {profile, readOnly} = settings;
	const team = cut(state.access.team?.name ?? state.access.team?.id ?? 'rcondeck', 24, 'middle');
	const mode: Span = readOnly ? {text: 'RO', tone: 'warning'} : {text: 'RW', tone: 'plain'};
	const label: Span = {
		text: `[${cut(profile.label, 16, 'middle')}]`,
		tone: profile.isDemo ? 'demo' : 'profile',
	};
	const between = width < barsFrom ? space : bar;
	const parts: Part[] = [
		{spans: [{text: `${team} `, tone: 'title'}], go: 'team'},
		{spans: [label, {text: ' ', tone: 'plain'}, mode]},
		{spans: [between]},
		...countParts(state),
		{spans: [between, ageSpan(state, now, settings.pollMs)]},
		{spans: [between, feedSpan(state)]},
		...retryParts(state, tick),
		...refusedParts(state),
		...silentParts(state, between, width),
		...skewParts(state, between),
		...recordingParts(state, between),
	];
	const clock: Span[] = [{text: clockText(now, state.view.time === 'utc'), tone: 'faint'}];
	const fitting = dropParts(parts, width - 1);
	const left = [{text: ' ', tone: 'plain'} as const, ...fitting.flatMap(({spans}) => spans)];
	return betweenEnds(left, widthOfSpans(left) + 12 <= width ? clock : [], width);
}

/** Times of the service and ours do not compare. */
function skewParts({access}: Pick<State, 'access'>, between: Span): Part[] {
	const skew = notableSkew(access);
	if (skew === undefined) return [];
	return [{spans: [between, {text: headerMessages.skew(skew), tone: 'warning'}], go: 'skew'}];
}

/** Polls fail as well: what the feed's word promises does not come either. The second row says why at any width. */
function silentParts(state: Pick<State, 'fleet' | 'feed' | 'view'>, between: Span, width: number): Part[] {
	const since = unreachableSince(state);
	if (since === undefined) return [];
	const text = headerMessages.nothingSince(minuteText(since, state.view.time === 'utc'));
	return [{spans: [between, {text, tone: 'lost'}], ...(width < 80 && {go: 'silence'})}];
}

const minuteText = (at: number, utc: boolean): string => `${clockText(at, utc).slice(0, 5)}${utc ? 'Z' : ''}`;

const bar: Span = {text: ' | ', tone: 'rule'};
const space: Span = {text: ' ', tone: 'plain'};

/** Below this width a space must do between the parts. */
const barsFrom = 60;

function countParts(state: Pick<State, 'fleet'>): Part[] {
	if (state.fleet.at === undefined) return [{spans: [{text: headerMessages.notCounted, tone: 'faint'}]}];
	const {up, down, changing, unknown, unreadable, duplicate} = fleetCounts(state);
	const more: [number, Part['go'] & string, Tone][] = [
		[changing, 'busy', 'changing'],
		[unknown, 'unknown', 'unknown'],
		[unreadable, 'unreadable', 'failure'],
		[duplicate, 'duplicate', 'warning'],
	];
	return [
		{spans: [{text: `${headerMessages.up(up)} `, tone: 'online'}], go: 'up'},
		{spans: [{text: headerMessages.down(down), tone: down > 0 ? 'offline' : 'faint'}]},
		...more
			.filter(([count]) => count > 0)
			.map(([count, word, tone]): Part => ({
				spans: [{text: ` ${headerMessages.inState(count, word)}`, tone}],
				go: word,
			})),
	];
}

/** The age of the list. An age of more than three polls is more than a passing delay. */
function ageSpan({fleet}: Pick<State, 'fleet'>, now: number, pollMs: number): Span {
	if (fleet.at === undefined)
		return {text: headerMessages.listAge(undefined), tone: fleet.problem ? 'lost' : 'faint'};
	const age = now - fleet.at;
	const isOld = fleet.problem !== undefined || age > 3 * pollMs + 1000;
	return {text: headerMessages.listAge(age), tone: isOld ? 'lost' : 'plain'};
}

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

/** A feed that was refused is dialed again slowly: when. */
function retryParts({feed}: Pick<State, 'feed'>, tick: number): Part[] {
	const leftMs = (feed.retryTick ?? tick) - tick;
	return leftMs < longWaitMs
		? []
		: [{spans: [{text: ` ${headerMessages.retry(leftMs)}`, tone: 'faint'}], go: 'retry'}];
}

/** Some of what the configuration asks for is not heard. */
function refusedParts({feed}: Pick<State, 'feed'>): Part[] {
	const {length} = refusedDestinations(feed);
	return length === 0
		? []
		: [{spans: [{text: ` ${headerMessages.refused(length)}`, tone: 'warning'}], go: 'refused'}];
}

/** That everything is being written down, and whether it can be. */
function recordingParts({transcript}: Pick<State, 'transcript'>, between: Span): Part[] {
	if (!transcript) return [];
	const name = cut(transcript.name, 16, 'middle');
	const span: Span = transcript.problem
		? {text: headerMessages.notRecorded(name), tone: 'failure'}
		: {text: headerMessages.recording(name), tone: 'danger'};
	return [{spans: [between, span]}];
}

function dropParts(parts: readonly Part[], width: number): readonly Part[] {
	let kept = parts;
	for (const word of goes) {
		if (kept.reduce((sum, {spans}) => sum + widthOfSpans(spans), 0) <= width) break;
		kept = kept.filter(({go}) => go !== word);
	}
	return kept;
}
