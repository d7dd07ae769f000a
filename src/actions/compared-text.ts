import type {GameServer} from '../contract/models/server.ts';
import {readPlayers} from '../games/player-list.ts';
import type {Matcher} from '../lib/text/linear-pattern.ts';
import {nameOf} from './names.ts';

/** What of an answer counts when answers are grouped: its matching lines, some of its columns, or all of it. */
export type Grouping = {
	matcher?: Matcher | undefined;
	/** Numbers of columns, from one. */
	columns?: readonly number[];
	/** Names, addresses, ids and numbers do not count. */
	isMasked: boolean;
};

const maxNames = 500;

/** Returns the part of an answer by which it is grouped. */
export function comparedText(
	answer: string,
	{matcher, columns, isMasked}: Grouping,
	server: GameServer,
	command: string,
): string {
	const lines = matcher ? answer.split('\n').filter(line => matcher.has(line)) : answer.split('\n');
	const chosen = columns
		? lines.map(line => {
				const cells = line.trim().split(/[\s,;|]+/);
				return columns.map(column => cells[column - 1] ?? '').join(' ');
			})
		: lines;
	const text = chosen.join('\n');
	if (!isMasked) return text;
	const players = readPlayers(server.gameType, command, answer)?.players ?? [];
	return maskText(text, [
		nameOf(server),
		server.id,
		server.nodeName ?? '',
		...players.slice(0, maxNames).map(({name}) => name),
	]);
}

/** Replaces names, addresses, ids and numbers, so that texts that differ in nothing else are equal. */
function maskText(text: string, names: readonly string[]): string {
	const longestFirst = [...new Set(names)]
		.filter(name => name.length > 1)
		.toSorted((a, b) => b.length - a.length);
	return longestFirst
		.reduce((masked, name) => masked.replaceAll(name, '<name>'), text)
		.replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>')
		.replace(/\b(?:\d+[a-f]|[a-f]+\d)[\da-f]{6,}\b/gi, '<id>')
		.replace(/\d+(?:[.,:]\d+)*/g, '#');
}
