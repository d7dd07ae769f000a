import {isOfWatch} from '../app/watch/run-watch.ts';
import {diffChunks, noLines} from '../app/console/console-lines.ts';
import {serverName} from '../actions/names.ts';
import type {ConsoleState} from '../app/console/console-buffer.ts';
import type {CommandLine, OutputLine} from '../app/console/console-line.ts';
import type {State} from '../app/state.ts';
import {headOfEntry, linesOfEntry, outcomeText, printedText, type EntryText} from './entry-text.ts';
import type {FeedMode} from './session.ts';
import type {ResultsAnnouncements} from './results-announcements.ts';
import type {Block} from './printer.ts';
import {lineConsoleMessages} from '../messages/line-mode-console.ts';

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
export function createConsoleAnnouncements(): (state: State, wanted: Wanted) => Block[] {
	let before: ConsoleState = new Map();
	const queued = new Set<string>();
	const others = createLimit(lineConsoleMessages.othersLeftOut, lineConsoleMessages.othersTooFast);
	const output = createLimit(lineConsoleMessages.outputLeftOut, lineConsoleMessages.outputTooFast);
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
			mode === 'output' || (mode === 'chat' && printed.kind !== 'output');
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
					const text = outcomeText(line, name);
					return text ? [blockOf(text, line, name)] : [];
				});
			return [
				...commands,
				...printed.filter(line => isPrinted(line) && output.takes()).map(line => [printedText(line, name)]),
			];
		});
		return [...left, ...blocks, ...others.end(), ...output.end()];
	};
}

/** A slow line and a patient reader keep up with this many per span; the rest are counted. */
const maxPerSpan = 12;
const spanMs = 10_000;

/** Limits one kind of announcement. */
function createLimit(leftOut: (count: number) => string, tooFast: string) {
	let startedAt = Number.NEGATIVE_INFINITY;
	let taken = 0;
	let isFull = false;
	return {
		/** Reports the number of omitted ones when a span ends. */
		begin: (now: number): Block[] => {
			if (now - startedAt < spanMs) return [];
			const left = taken - maxPerSpan;
			[startedAt, taken, isFull] = [now, 0, false];
			return left > 0 ? [[leftOut(left)]] : [];
		},
		takes: (): boolean => taken++ < maxPerSpan,
		/** Announces the limit once, when it is first exceeded. */
		end: (): Block[] => {
			if (isFull || taken <= maxPerSpan) return [];
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
