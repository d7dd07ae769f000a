import {memoize} from '../lib/memoize.ts';
import {rconMessages} from '../messages/rcon.ts';
import {dangerTable} from '../games/danger-table.ts';

/** Prefixes that people type out of habit and that could hide a destructive word. */
const habit = /^(?:cheat|admincheat|\/|!)\s*/i;

/**
Returns why a line looks destructive, if it does: by the words of the game and those in `listed`; `-word` removes
one. An unknown game is checked against the words of all games.
*/
export function dangerIn(
	line: string,
	gameType: string | undefined,
	listed: readonly string[],
): string | undefined {
	const reasons = reasonsFor(gameType);
	for (const part of partsOfLine(line)) {
		const word = firstWord(part).toLowerCase();
		if (word === '' || names(listed, `-${word}`)) continue;
		const reason = reasons.get(word) ?? reasons.get(firstWords(part, word));
		if (reason !== undefined) return reason;
		if (names(listed, word)) return rconMessages.listedAsDestructive(word);
	}
	return undefined;
}

const names = (listed: readonly string[], word: string) => listed.some(one => one.toLowerCase() === word);

/** Returns the reasons of a game, or of all games for an unknown one. Several servers usually run the same game. */
const reasonsFor = memoize((gameType: string | undefined) => {
	const known = dangerTable.games.filter(game => game.gameType === gameType);
	return reasonsOf(known.length > 0 ? known : dangerTable.games);
});

/** Returns why each command of these games is destructive, by its one or two words in lower case. */
const reasonsOf = (games: typeof dangerTable.games): ReadonlyMap<string, string> =>
	new Map(
		games
			.flatMap(({reasons}) => reasons)
			.map(([name, reason]) => [name.toLowerCase().replace(habit, ''), `${name}: ${reason}`]),
	);

/** Splits a text into commands as a Source console does: at line breaks, and at semicolons outside quotes. */
function partsOfLine(text: string): string[] {
	return text.split(/[\r\n]/).flatMap(line => line.match(/(?:"[^"]*"|[^;"]|"[^"]*$)+/g) ?? []);
}

function firstWord(part: string): string {
	const text = part.trim().replace(/^&\s+/, '').replace(habit, '');
	return /^"([^"\s]*)"?|^([^\s"]+)/.exec(text)?.slice(1).find(Boolean) ?? '';
}

/** Returns the first two words of a part that starts with `word`, such as `ban add`. */
function firstWords(part: string, word: string): string {
	const text = part.toLowerCase();
	const second = /^"?\s+([^\s"]+)/.exec(text.slice(text.indexOf(word) + word.length))?.[1];
	return second === undefined ? word : `${word} ${second}`;
}
