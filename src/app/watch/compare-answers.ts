import {type Piece, newWords} from '../../lib/text/differences.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {readPlayers} from '../../games/player-list.ts';
import {watchRunMessages} from '../../messages/watch.ts';

/** The command: it decides whether an answer is a list of players. */
export type AnswerSource = {command: string; gameType: string | undefined};

/** One line of an answer; `isNew`: it has text that the previous answer did not have. */
export type ChangedLine = {pieces: readonly Piece[]; isNew: boolean};

/** `moves`: who or what joined and left, in words; or how many lines fewer there are in an answer without keys. */
export type AnswerChanges = {lines: readonly ChangedLine[]; moves: string};

type Member = {key: string; label: string};
/** A line with the key by which it is found in the other answer, and its text without a running number. */
type KeyedLine = {key: string; body: string; line: string};
/** Who or what an answer lists. `lines` is undefined if its lines cannot be distinguished. */
type Listing = {members: readonly Member[]; lines: readonly KeyedLine[] | undefined};

/** Longer lines are not compared word by word. */
const maxComparedLine = 400;

/** Compares an answer with the previous one: lines with the same key with each other, wherever they are. */
export function compareAnswers(source: AnswerSource, before: string | undefined, now: string): AnswerChanges {
	if (before === undefined) return {lines: linesOf([{text: now, isNew: false}]), moves: ''};
	const pair = listingsOf(source, before, now);
	if (!pair) {
		const fewer = before.split('\n').length - now.split('\n').length;
		return {
			lines: linesOf(newWords(before, now)),
			moves: fewer > 0 ? watchRunMessages.fewerLines(fewer) : '',
		};
	}
	const [old, listing] = pair.listings;
	const moves = watchRunMessages.moves({
		arePlayers: pair.arePlayers,
		joined: missingIn(old, listing),
		left: missingIn(listing, old),
	});
	const lines = old.lines && listing.lines && compareLines(old.lines, listing.lines);
	return {lines: lines ?? linesOf(newWords(before, now)), moves};
}

function compareLines(before: readonly KeyedLine[], now: readonly KeyedLine[]): ChangedLine[] {
	const old = new Map(before.map(one => [one.key, one]));
	return now.flatMap(({key, body, line}) => {
		const past = old.get(key);
		if (past?.body === body) return linesOf([{text: line, isNew: false}]);
		const isShort = past !== undefined && past.line.length + line.length <= 2 * maxComparedLine;
		return linesOf(isShort ? newWords(past.line, line) : [{text: line, isNew: true}]);
	});
}

/** Returns whether two answers say the same: lines with the same keys say the same, in any order. */
export function isSameAnswer(source: AnswerSource, before: string, now: string): boolean {
	if (before === now) return true;
	const [old, listing] = listingsOf(source, before, now)?.listings ?? [];
	if (!old?.lines || !listing?.lines || old.lines.length !== listing.lines.length) return false;
	const bodies = new Map(old.lines.map(({key, body}) => [key, body]));
	return listing.lines.every(({key, body}) => bodies.get(key) === body);
}

function missingIn(there: Listing, {members}: Listing): string[] {
	const keys = new Set(there.members.map(({key}) => key));
	return members.flatMap(({key, label}) => (keys.has(key) ? [] : [label]));
}

/** Returns what both answers list; undefined if they are not lists. */
function listingsOf(
	source: AnswerSource,
	before: string,
	now: string,
): {arePlayers: boolean; listings: [Listing, Listing]} | undefined {
	const [oldPlayers, players] = [playersIn(source, before), playersIn(source, now)];
	if (oldPlayers && players) return {arePlayers: true, listings: [oldPlayers, players]};
	const [old, columns] = [columnsIn(before), columnsIn(now)];
	if (!old || !columns || old.members.length + columns.members.length < 3) return undefined;
	const keys = new Set(old.members.map(({key}) => key));
	const isAlike = columns.members.some(({key}) => keys.has(key));
	return isAlike ? {arePlayers: false, listings: [old, columns]} : undefined;
}

/** Reads a complete list of players; lines of no player are keyed by their position among themselves. */
function playersIn({gameType, command}: AnswerSource, answer: string): Listing | undefined {
	const list = readPlayers(gameType, command, answer);
	if (!list?.isComplete) return undefined;
	const members = list.players.map(({name, userId, playerId}): Member => ({
		key: `player:${playerId ?? `${userId ?? ''} ${name}`}`,
		label: name === '' ? (playerId ?? '?') : name,
	}));
	let [next, others] = [0, 0];
	const lines = answer.split('\n').map((line): KeyedLine => {
		const player = list.players[next];
		const isOfPlayer = player && line.includes(player.name) && line.includes(player.playerId ?? '');
		return isOfPlayer
			? {key: members[next++]?.key ?? '', body: line.replace(runningNumber, ''), line}
			: {key: `line:${others++}`, body: line, line};
	});
	return {members, lines: next === members.length ? unlessRepeated(lines) : undefined};
}

const runningNumber = /^\s*\d+[.):]\s+/;

/** Keys lines by their first column, without a running number before it, and blank ones by their position. */
function columnsIn(answer: string): Listing | undefined {
	let blanks = 0;
	const members: Member[] = [];
	const lines = unlessRepeated(
		answer.split('\n').map(line => {
			const body = line.replace(runningNumber, '');
			const [label] = /^[^\s,;|=:]+/.exec(body.trimStart()) ?? [];
			const key = label === undefined ? `line:${blanks++}` : `column:${label}`;
			if (label !== undefined) members.push({key, label});
			return {key, body, line};
		}),
	);
	return lines && {members, lines};
}

const unlessRepeated = (lines: KeyedLine[]): KeyedLine[] | undefined =>
	new Set(lines.map(({key}) => key)).size === lines.length ? lines : undefined;

/** Splits pieces at line breaks. */
function linesOf(words: readonly Piece[]): ChangedLine[] {
	const lines: Piece[][] = [[]];
	for (const {text, isNew} of words) {
		const [first = '', ...others] = text.split('\n');
		lines.at(-1)?.push({text: first, isNew});
		pushAll(
			lines,
			others.map(other => [{text: other, isNew}]),
		);
	}
	return lines.map(pieces => {
		const full = pieces.filter(({text}) => text !== '');
		return {pieces: full, isNew: full.some(piece => piece.isNew && piece.text.trim() !== '')};
	});
}
