import type {OutputKind} from '../contract/packets.ts';
import {groupReader} from '../lib/text/linear-pattern.ts';
import {memoize} from '../lib/lists/memoize.ts';
import type {ChatFormat} from './game-types.ts';
import {findGame} from './games.ts';
import {withoutCaretColors} from './player-list.ts';

/** What a line of a game's output says about players. `chat` without a player is from the server or an admin. */
export type ChatLine = {kind: ChatLineKind; player: string | undefined; text: string};
export const chatLineKinds = ['chat', 'join', 'leave'] as const;
export type ChatLineKind = (typeof chatLineKinds)[number];

type ReadLine = (text: string, isMarked: boolean) => ChatLine | undefined;

/** No name is longer, but a match of a pattern may be. */
const maxNameLength = 64;

/** The patterns of players who come and go are tried first, because a server reports them like what it says itself. */
const readerOf = memoize((format: ChatFormat): ReadLine => {
	const {said = [], joined = [], left = [], marked = false, colors} = format;
	const plain = (text: string) => (colors === undefined ? text : withoutCaretColors(text));
	const patterns = [
		...joined.map(pattern => ({kind: 'join' as const, read: groupReader(pattern)})),
		...left.map(pattern => ({kind: 'leave' as const, read: groupReader(pattern)})),
		...said.map(pattern => ({kind: 'chat' as const, read: groupReader(pattern)})),
	];
	return (text, isMarked) => {
		for (const {kind, read} of patterns) {
			if (marked && isMarked !== (kind === 'chat')) continue;
			const groups = read(text);
			if (!groups) continue;
			const player = groups.get('player');
			return {
				kind,
				player: player === undefined ? undefined : plain(player).slice(0, maxNameLength),
				text: plain(groups.get('text') ?? ''),
			};
		}
		return undefined;
	};
});

/**
Reads a line that a game printed, sanitized; undefined if it is neither chat nor about players who come and go. A line
that the console marks as chat is chat, even if no pattern of the game matches it.
*/
export function readChatLine(
	gameType: string | undefined,
	{kind, text}: {kind: OutputKind; text: string},
): ChatLine | undefined {
	const format = findGame(gameType)?.chat;
	const isMarked = kind === 'chat';
	const line = format && readerOf(format)(text, isMarked);
	return line ?? (isMarked ? {kind: 'chat', player: undefined, text} : undefined);
}

/** The command that lists what was said since it last ran; undefined if the game prints its chat, or shows none. */
export const chatCommandOf = (gameType: string | undefined): string | undefined =>
	findGame(gameType)?.chat?.list;

/** Reads the answer to the command that lists chat, sanitized. */
export function readListedChat(gameType: string | undefined, answer: string): ChatLine[] {
	const format = findGame(gameType)?.chat;
	if (!format || (format.nothing !== undefined && groupReader(format.nothing)(answer))) return [];
	return answer.split('\n').flatMap(line => {
		const text = line.trim();
		if (text === '') return [];
		return readerOf(format)(text, false) ?? {kind: 'chat', player: undefined, text};
	});
}
