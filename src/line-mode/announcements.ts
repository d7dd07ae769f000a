import {type CommandLine, diffChunks, noLines, type OutputLine} from '../app/console/record/lines.ts';
import type {State} from '../app/state.ts';
import {answersOf, isOpenRun} from './results-text.ts';
import type {Block, FeedMode} from './session.ts';
import {
	announceJobs,
	chatLineText,
	type EntryText,
	headOfEntry,
	linesOfEntry,
	namesWords,
	outcomeText,
	plainAnswer,
	plainPrinted,
	printedText,
} from './texts.ts';
import {
	lineConsoleMessages,
	lineMessages,
	lineResultsMessages,
	lineSessionMessages,
	lineWorkMessages,
} from '../messages/line-mode.ts';
import {compareAnswers} from '../app/watch/compare-answers.ts';
import {isSameResult, type Watch, type WatchesState, type WatchTarget} from '../app/watch/watches.ts';
import {isOfWatch} from '../app/watch/run-watch.ts';
import {serverName} from '../actions/names.ts';
import type {ConsoleState} from '../app/console/record/buffer.ts';
import type {Notice} from '../app/kernel/state/notices.ts';
import {announceFleet} from './fleet-announcements.ts';
import {unreadWords} from './commands/log.ts';
import {pushAll} from '../lib/lists/long-lists.ts';

export type ResultsAnnouncements = {
	announce: (state: State) => Block[];
	/** Returns whether a console entry is announced together with those of other servers. */
	isTogether: (state: State, line: CommandLine) => boolean;
};

/** Announces the targets of a command, then its answers when all have arrived, equal ones together. */
function createResultsAnnouncements(): ResultsAnnouncements {
	const announced = new Set<string>();
	const open = new Set<string>();
	return {
		isTogether: ({results}, {id, status}) => {
			const run = results.runs.find(({members}) => members.some(({lineId}) => lineId === id));
			// An answer that arrives after the others were announced is announced alone.
			return run !== undefined && (status !== 'late' || open.has(run.id));
		},
		announce: state =>
			state.results.runs.flatMap(run => {
				const blocks: Block[] = [];
				if (!announced.has(run.id)) {
					announced.add(run.id);
					open.add(run.id);
					const names = namesWords(run.members.map(({name}) => name));
					blocks.push([lineResultsMessages.sent(run.command, run.members.length, names)]);
				}
				if (open.has(run.id) && !isOpenRun(run, state)) {
					open.delete(run.id);
					blocks.push(answersOf(run, state));
				}
				return blocks;
			}),
	};
}

/** Announces watch results: the first answer in full, later only what is new. Unchanged answers are not announced. */
function announceWatches({watches: before}: State, {watches}: State): Block[] {
	if (before === watches) return [];
	return watches.flatMap(watch => {
		const old = oldOf(before, watch);
		return watch.targets.flatMap((target, index) => {
			const past = old?.targets[index]?.now;
			const lines = target.now === past ? [] : resultLines(watch, target, past);
			return lines.length === 0 ? [] : [lines];
		});
	});
}

const oldOf = (watches: WatchesState, {id}: Watch) => watches.find(watch => watch.id === id);

function resultLines(watch: Watch, target: WatchTarget, past: WatchTarget['now']): string[] {
	const {name, now, lastSaid, gameType} = target;
	if (!now || (past && isSameResult(watch, target, past, now))) return [];
	const {command} = watch;
	const head = lineWorkMessages.watchHead(name, command);
	if (now.kind === 'problem') return [`${head}: ${now.text}`];
	const lines = now.text === '' ? [lineMessages.noOutput] : now.text.split('\n');
	if (!past || lastSaid === undefined) {
		return lines.length === 1
			? [`${head}: ${lines[0] ?? ''}`]
			: [lineMessages.headOfLines(head, lines.length), ...lines];
	}
	const {lines: compared, moves} = compareAnswers({command, gameType}, lastSaid, now.text);
	const addedLines = compared
		.filter(({isNew}) => isNew)
		.map(({pieces}) => pieces.map(({text}) => text).join(''));
	const less = moves === '' ? '' : lineWorkMessages.moves(moves);
	const [only, ...others] = addedLines;
	if (only === undefined) return [lineWorkMessages.changed(head, less)];
	return others.length === 0
		? [lineWorkMessages.changedTo(head, less, only)]
		: [lineWorkMessages.changedLines(head, less, addedLines.length), ...addedLines];
}

type Wanted = {
	mode: FeedMode;
	isTarget: (serverId: string) => boolean;
	isTogether: ResultsAnnouncements['isTogether'];
	now: number;
};

/**
Announces new console entries: the user's own always, those of others according to the mode. Probes are never announced;
what needed them reports the result.
*/
function createConsoleAnnouncements(isConsole: boolean): (state: State, wanted: Wanted) => Block[] {
	let before: ConsoleState = new Map();
	const queued = new Set<string>();
	const most = isConsole ? maxInConsole : maxPerSpan;
	const others = createLimit(most, lineConsoleMessages.othersLeftOut, lineConsoleMessages.othersTooFast);
	const output = createLimit(most, lineConsoleMessages.outputLeftOut, lineConsoleMessages.outputTooFast);
	/** Moving up in the queue is not an event. */
	const isEvent = ({id, status}: CommandLine) => {
		if (status !== 'queued') {
			queued.delete(id);
			return true;
		}
		const isNew = !queued.has(id);
		queued.add(id);
		return isNew;
	};
	return (state, {mode, isTarget, isTogether, now}) => {
		const {console, fleet} = state;
		const old = before;
		before = console;
		const isAnnouncedElsewhere = (line: CommandLine) => isTogether(state, line) || isOfWatch(line.id);
		const left = [...others.begin(now), ...output.begin(now)];
		const isPrinted = ({printed}: OutputLine) =>
			mode === 'output' || (isChatMode(mode) && printed.kind === 'omitted');
		const blocks = [...console].flatMap(([serverId, buffer]) => {
			const known = old.get(serverId);
			if (known?.lines === buffer.lines) return [];
			// Entries that the service stored before this session are not new.
			const isPast = ({order}: CommandLine) =>
				!known || (known.completeTo === undefined && order < (known.missing ?? -Infinity));
			const isHistory = (line: CommandLine) => isPast(line) && line.origin === 'other' && line.via === 'poll';
			const isFollowed = mode === 'all' || (mode !== 'off' && mode !== 'mine' && isTarget(serverId));
			const name = serverName(fleet, serverId);
			// An `elsewhere` entry was announced on arrival; only later is it known to be the user's own.
			const {added} = diffChunks(known?.lines ?? noLines, buffer.lines);
			const printed = isTarget(serverId) ? added.filter(line => line.kind === 'output') : [];
			const commands = added
				.filter(line => line.kind === 'command')
				.filter(line => isEvent(line) && !isHistory(line) && (line.origin !== 'other' || isFollowed))
				.filter(line => !isAnnouncedElsewhere(line) && !line.elsewhere && line.origin !== 'probe')
				.filter(line => line.origin !== 'other' || others.takes())
				.flatMap(line => {
					const plain = isConsole && isTarget(serverId) ? plainAnswer(line) : undefined;
					const text = outcomeText(line, name);
					return text ? [plain ?? blockOf(text, line, name)] : [];
				});
			return [
				...commands,
				...printed
					.filter(line => isPrinted(line) && output.takes())
					.map(line => [(isConsole ? plainPrinted : printedText)(line, name)]),
			];
		});
		return [...left, ...blocks, ...others.end(), ...output.end()];
	};
}

const isChatMode = (mode: FeedMode) => mode === 'chat' || mode === 'all-chat';

/** Announces chat of the chosen server or of all, with players who join and leave. */
function createChatAnnouncements(initial: State) {
	let announced = initial.chat.total;
	const limit = createLimit(maxPerSpan, lineConsoleMessages.chatLeftOut, lineConsoleMessages.chatTooFast);
	return ({chat}: State, {mode, isTarget, now}: AnnouncementOptions): Block[] => {
		const left = limit.begin(now);
		const fresh = chat.entries.filter(({place}) => place > announced);
		announced = chat.total;
		const wanted = fresh.filter(
			({serverId}) => mode === 'all-chat' || (mode === 'chat' && isTarget(serverId)),
		);
		const blocks = wanted.filter(() => limit.takes()).map((entry): Block => [chatLineText(entry)]);
		return [...left, ...blocks, ...limit.end()];
	};
}

/** A slow line and a patient reader keep up with this many per span; the rest are counted. */
const maxPerSpan = 12;
/** The console of one server is for those who read along. */
const maxInConsole = 2000;
const spanMs = 10_000;

/** Limits one kind of announcement. */
function createLimit(most: number, leftOut: (count: number) => string, tooFast: string) {
	let startedAt = Number.NEGATIVE_INFINITY;
	let taken = 0;
	let isFull = false;
	return {
		/** Reports the number of omitted ones when a span ends. */
		begin: (now: number): Block[] => {
			if (now - startedAt < spanMs) return [];
			const left = taken - most;
			[startedAt, taken, isFull] = [now, 0, false];
			return left > 0 ? [[leftOut(left)]] : [];
		},
		takes: (): boolean => taken++ < most,
		/** Announces the limit once, when it is first exceeded. */
		end: (): Block[] => {
			if (isFull || taken <= most) return [];
			isFull = true;
			return [[tooFast]];
		},
	};
}

/** Maximum lines announced of an answer to someone else. */
const maxLines = 6;

function blockOf(text: EntryText, {origin}: CommandLine, server: string): Block {
	const lines = linesOfEntry(text);
	if (origin !== 'other' || lines.length <= maxLines + 1) return lines;
	const name = /\s/.test(server) ? `"${server}"` : server;
	return [lineConsoleMessages.othersCounted(headOfEntry(text), name)];
}

type AnnouncementOptions = {mode: FeedMode; isTarget: (serverId: string) => boolean; now: number};

export type Announcements = {
	/** Must be called with every state: the next state may no longer contain a notice. */
	collect: (state: State) => void;
	/** Returns the events since the last call as separate blocks; words come before symbols. */
	announce: (state: State, wanted: AnnouncementOptions) => Block[];
};

/** Compares each state with the last announced one. `consoleOf`: the server of a console, in which nothing else is announced. */
export function createAnnouncements(initial: State, consoleOf?: string): Announcements {
	let before = initial;
	let notices = initial.notices;
	let newNotices: Notice[] = [];
	const consoleAnnouncements = createConsoleAnnouncements(consoleOf !== undefined);
	const resultsAnnouncements = createResultsAnnouncements();
	const chatAnnouncements = createChatAnnouncements(initial);
	const collect = (state: State) => {
		if (state.notices === notices) return;
		pushAll(
			newNotices,
			state.notices.filter(notice => !notices.includes(notice)),
		);
		notices = state.notices;
	};
	const announce: Announcements['announce'] = (state, {mode, isTarget, now}) => {
		if (state === before) return [];
		collect(state);
		const words = newNotices.map(noticeLine);
		newNotices = [];
		const old = before;
		before = state;
		// Must run before the results are announced as complete: they include answers that arrived late until then.
		const lines = consoleAnnouncements(state, {
			mode,
			isTarget,
			isTogether: resultsAnnouncements.isTogether,
			now,
		});
		return [
			...byLine(announceFleet(old, state, {now, states: mode !== 'off', only: consoleOf})),
			...resultsAnnouncements.announce(state),
			...lines,
			...chatAnnouncements(state, {mode, isTarget, now}),
			...announceWatches(old, state),
			...byLine(announceJobs(old, state)),
			...byLine(undoWindowLines(old, state)),
			...byLine(unreadLines(old, state, isTarget)),
			...byLine(words),
		];
	};
	return {collect, announce};
}

const byLine = (lines: readonly string[]): Block[] => lines.map(line => [line]);

/** The read position from an earlier session arrives after the server was chosen. */
function unreadLines(
	{reading: old}: State,
	state: State,
	isTarget: AnnouncementOptions['isTarget'],
): string[] {
	if (old.unread === state.reading.unread) return [];
	return [...state.reading.unread.keys()]
		.filter(id => old.unread.get(id) === undefined && isTarget(id))
		.flatMap(id => unreadWords(state, id) ?? []);
}

function undoWindowLines({undoWindow: old}: State, {undoWindow}: State): string[] {
	return undoWindow
		.filter(action => !old.includes(action))
		.map(({text}) => lineSessionMessages.pending(text));
}

const tones = {info: '', done: 'DONE ', warning: 'WARNING ', failure: 'FAILED '} as const;

const noticeLine = ({tone, text}: Notice): string => `${tones[tone]}${text}`;
