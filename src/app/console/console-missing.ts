import {knownMoment} from '../../contract/moments.ts';
import type {ConsoleBuffer, ConsoleEvent} from './console-buffer.ts';

type Received = Extract<ConsoleEvent, {type: 'rcon/received'}>;

/**
Tracks up to which command the console is complete. If a server list leaves out older commands, some are missing, unless
the list still contains that command.
*/
export function withMissing(buffer: ConsoleBuffer, event: Received): ConsoleBuffer {
	const {commands, via, older = 0, isWhole = false} = event;
	const {completeTo, missing} = buffer;
	const last = commands.at(-1);
	const id = event.newestId ?? last?.commandId;
	const newest = id === undefined ? undefined : {id, at: knownMoment(last?.timestamp) ?? Infinity};
	// Lists may be repeated, or arrive out of order.
	const isNews = newest !== undefined && (!completeTo || isNewer(newest, completeTo));
	if (via === 'feed') {
		return isWhole && isNews && missing === undefined ? {...buffer, completeTo: newest} : buffer;
	}
	const isKnown = (one: string | undefined) => one !== undefined && one === completeTo?.id;
	if (older === 0 || isKnown(id) || commands.some(({commandId}) => isKnown(commandId))) {
		if (missing !== undefined) return {...buffer, completeTo: newest ?? completeTo, missing: undefined};
		return isNews ? {...buffer, completeTo: newest} : buffer;
	}
	const oldest = knownMoment(commands[0]?.timestamp) ?? Infinity;
	return {...buffer, missing: Math.min(missing ?? Infinity, oldest)};
}

type Place = NonNullable<ConsoleBuffer['completeTo']>;

/** Without a time, a command is new unless it is the same. */
const isNewer = (one: Place, other: Place): boolean =>
	one.id !== other.id && (one.at > other.at || one.at === Infinity || other.at === Infinity);
