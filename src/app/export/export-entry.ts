import {toneOf, type Activity, type ActivityTone, activityText} from '../../actions/activity.ts';
import type {CommandStatus, Memorable, MemorableJob, MemorableTeam} from '../../actions/memorable.ts';
import {exportMessages} from '../../messages/export.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {type CommandLine, type Line, type OutputLine, outputText} from '../console/record/lines.ts';

/** An event as it is written to a file. Times are epoch ms. */
export type Entry =
	| {
			kind: 'command';
			at: number;
			serverId: string;
			server: string;
			origin: CommandLine['origin'];
			status: CommandStatus | CommandLine['status'];
			command: string;
			response: string | undefined;
			commandId: string | undefined;
			latencyMs: number | undefined;
			/** Description of the failure. */
			problem: string | undefined;
	  }
	/** `bookmark`: set by the user; `text` may be empty. `session`: about this session itself. */
	| {
			kind: 'note';
			at: number;
			serverId: string | undefined;
			server: string | undefined;
			tone: ActivityTone | 'bookmark' | 'session';
			text: string;
	  }
	/** Unsolicited game output. */
	| {
			kind: 'output';
			at: number;
			serverId: string;
			server: string;
			printed: OutputLine['printed']['kind'];
			text: string;
	  }
	/** A gap in the feed; `to` is undefined while it lasts. */
	| {kind: 'gap'; at: number; to: number | undefined; filled: number};

/** Converts a line of a console. */
export function entryOfLine(line: Line, serverId: string, server: string): Entry {
	const {at} = line;
	if (line.kind === 'note') return noteEntry(line.activity, {at, serverId, server});
	if (line.kind === 'output')
		return {kind: 'output', at, serverId, server, printed: line.printed.kind, text: outputText(line)};
	const {origin, status, latencyMs, failure} = line;
	const problem = failure && wordsOf(failure);
	return commandEntry(line, {at, serverId, server, origin, status, latencyMs, problem});
}

type CommandEntry = Extract<Entry, {kind: 'command'}>;
type Exchange = Pick<CommandEntry, 'command' | 'response' | 'commandId'>;

const commandEntry = (
	{command, response, commandId}: Exchange,
	about: Omit<CommandEntry, 'kind' | keyof Exchange>,
): Entry => ({kind: 'command', ...about, command, response, commandId});

export const bookmarkEntry = (at: number, text: string): Entry => ({
	kind: 'note',
	at,
	serverId: undefined,
	server: undefined,
	tone: 'bookmark',
	text,
});

const noteEntry = (
	activity: Activity,
	about: Pick<Extract<Entry, {kind: 'note'}>, 'at' | 'serverId' | 'server'>,
): Entry => ({kind: 'note', ...about, tone: toneOf(activity), text: activityText(activity)});

const wordsOf = ({key, title}: {key: string | undefined; title: string}) =>
	key === undefined ? title : `${title} [${key}]`;

/** Converts an event that the journal also records. */
export function entryOfMemorable(
	item: Exclude<
		Memorable,
		MemorableTeam | MemorableJob | {kind: 'typed' | 'feedProof' | 'states' | 'samples'}
	>,
): Entry {
	switch (item.kind) {
		case 'command': {
			const {at, serverId, server, origin, status, problem, answer} = item;
			return commandEntry(answer, {at, serverId, server, origin, status, latencyMs: undefined, problem});
		}
		case 'note': {
			const {at, serverId, server, activity} = item;
			return noteEntry(activity, {at, serverId, server});
		}
		case 'acknowledged': {
			const {at, serverId, server, state, isKnown} = item;
			const text = exportMessages.acknowledged(isKnown, state ?? serverMessages.noState);
			return {kind: 'note', at, serverId, server, tone: 'act', text};
		}
		case 'mark':
			return bookmarkEntry(item.at, item.text);
		case 'gap':
			return {kind: 'gap', at: item.at, to: item.to, filled: item.filled};
	}
}

/** Removes secrets from every text of an entry. This happens before quoting, which can disguise a secret. */
export function withoutSecretsIn(entry: Entry, hide: (text: string) => string): Entry {
	switch (entry.kind) {
		case 'command': {
			const {command, response, server, problem} = entry;
			return {
				...entry,
				command: hide(command),
				response: response === undefined ? undefined : hide(response),
				server: hide(server),
				problem: problem === undefined ? undefined : hide(problem),
			};
		}
		case 'note': {
			const {server, text} = entry;
			return {...entry, text: hide(text), server: server === undefined ? undefined : hide(server)};
		}
		case 'output':
			return {...entry, text: hide(entry.text), server: hide(entry.server)};
		case 'gap':
			return entry;
	}
}
