import {answerMessages} from '../messages/service-servers.ts';
import type {CommandRecord} from './records.ts';

/** Maximum length of a stored answer in characters. Games send a few hundred thousand at most. */
const maxKept = 1024 * 1024;
/** Maximum characters of commands and answers that are kept for a server. */
export const maxCharacters = 4 * 1024 * 1024;
/** Maximum characters of commands and answers in a server list, and the share that each server has at least. */
const [maxList, minOfServer] = [4 * 1024 * 1024, 4 * 1024];

/** Truncates an answer for storage; the end states how much is missing. */
export const truncateAnswer = (response: string): string => cut(response, maxKept, answerMessages.cut);

/** Returns the share of each server in a list of this many servers, in characters of commands and answers. */
export const charactersPerServer = (servers: number): number =>
	Math.max(minOfServer, Math.floor(maxList / Math.max(1, servers)));

/**
Returns the newest commands that fit, oldest first. None is truncated: a client that has the full answer would take the
truncated one for a second answer.
*/
export function newestCommands(commands: readonly CommandRecord[], maxCharacters: number): CommandRecord[] {
	let left = maxCharacters;
	const first = commands.findLastIndex(command => (left -= sizeOf(command)) < 0);
	return commands.slice(first + 1);
}

/** Approximate length of a command and its answer in JSON. */
export const sizeOf = ({command, response}: CommandRecord): number =>
	command.length + (response?.length ?? 0) + 150;

/** Truncates a text, but never inside a surrogate pair. */
function cut(text: string, most: number, mark: (missing: number) => string): string {
	if (text.length <= most) return text;
	const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
	return `${text.slice(0, end)}\n${mark(text.length - end)}`;
}
