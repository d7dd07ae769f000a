import {answerMessages} from '../../messages/service.ts';
import {budgets} from '../limits.ts';
import type {BackupRecord, CommandRecord} from './records.ts';

/** Maximum length of a stored answer in characters. Games send a few hundred thousand at most. */
const maxKept = 1024 * 1024;
const maxReason = 2000;

/** Truncates an answer for storage; the end states how much is missing. */
export const truncateAnswer = (response: string): string => cut(response, maxKept, answerMessages.cut);

/** Returns the share of each server in a list of this many servers, in characters of commands, or of backups. */
export const charactersPerServer = (servers: number): number =>
	Math.max(budgets.list.least, Math.floor(budgets.list.total / Math.max(1, servers)));

/** Returns the share of each server of a node with this many, in characters of its backups. */
export const backupsPerServer = (servers: number): number => {
	const {server, least, node} = budgets.backups;
	return Math.min(server, Math.max(least, Math.floor(node / Math.max(1, servers))));
};

/** Returns the last items whose total length is at most `most`. */
function lastOf<Item>(
	items: readonly Item[],
	most: number,
	lengthOf: (item: Item) => number,
): readonly Item[] {
	let left = most;
	const first = items.findLastIndex(item => (left -= lengthOf(item)) < 0);
	return first < 0 ? items : items.slice(first + 1);
}

/** Returns the newest backups that fit; they are oldest first. */
export const newestBackups = (backups: readonly BackupRecord[], most: number): readonly BackupRecord[] =>
	lastOf(backups, most, ({name, file = ''}) => 400 + name.length + file.length);

/** Returns the last lines that fit. */
export const lastLines = (lines: readonly string[], most: number): readonly string[] =>
	lastOf(lines, most, line => line.length + 3);

/** Approximate length of a command and its answer in JSON. */
export const sizeOf = ({command, response, failure}: CommandRecord): number =>
	command.length + (response?.length ?? 0) + (failure?.message.length ?? 0) + 150;

/** Truncates the sentence of a failure, which may quote the game. */
export const truncateReason = (message: string): string => cut(message, maxReason, answerMessages.cut);

/** Truncates a text, but never inside a surrogate pair. */
function cut(text: string, most: number, mark: (missing: number) => string): string {
	if (text.length <= most) return text;
	const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
	return `${text.slice(0, end)}\n${mark(text.length - end)}`;
}
