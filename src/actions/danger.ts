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
	const known = dangerTable.games.filter(game => game.gameType === gameType);
	const games = known.length > 0 ? known : dangerTable.games;
	for (const part of partsOfLine(line)) {
		const word = firstWord(part).toLowerCase();
		if (word === '' || names(listed, `-${word}`)) continue;
		const reason = reasonIn(games, word) ?? reasonIn(games, firstWords(part, word));
		if (reason !== undefined) return reason;
		if (names(listed, word)) return rconMessages.listedAsDestructive(word);
	}
	return undefined;
}

const names = (listed: readonly string[], word: string) => listed.some(one => one.toLowerCase() === word);

/** Returns why a command of one or two words in lower case is destructive in one of the games. */
function reasonIn(games: typeof dangerTable.games, command: string): string | undefined {
	const line = `\n${command}\t`;
	const reasons = games.findLast(game => game.reasons.includes(line))?.reasons;
	if (reasons === undefined) return undefined;
	const from = reasons.lastIndexOf(line) + line.length;
	return reasons.slice(from, reasons.indexOf('\n', from));
}

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
