import {rconMessages} from '../messages/rcon.ts';
import {gameWords, knownGames} from './games.ts';
import type {GameWords} from './game-types.ts';

/** The words that could hide a destructive one, without what people write before them out of habit. */
const habit = /^(?:cheat|admincheat|\/|!)\s*/i;

/**
Why a line looks destructive, if it does: the games' own list with the words of `listed` added; `-word` takes one off.
A game that we have no words for is judged by those of all games.
*/
export function dangerIn(
	line: string,
	gameType: string | undefined,
	listed: readonly string[],
): string | undefined {
	const known = gameWords(gameType);
	const reasons = reasonsOf(known ? [known] : knownGames());
	for (const part of partsOfLine(line)) {
		const word = firstWord(part).toLowerCase();
		if (word === '' || names(listed, `-${word}`)) continue;
		const reason = reasons.get(word);
		if (reason !== undefined) return reason;
		if (names(listed, word)) return rconMessages.listedAsDestructive(word);
	}
	return undefined;
}

const names = (listed: readonly string[], word: string) => listed.some(one => one.toLowerCase() === word);

/** Why each word of these games does harm, by the word in lower case. */
const reasonsOf = (games: readonly GameWords[]): ReadonlyMap<string, string> =>
	new Map(
		games
			.flatMap(({commands, dangers}) => [
				...commands.filter(({danger}) => danger).map(({name, help}) => [name, help] as const),
				...Object.entries(dangers),
			])
			.map(([name, reason]) => [name.toLowerCase(), `${name}: ${reason}`]),
	);

/**
A Source console takes several commands in a text: a line break ends one everywhere, a semicolon outside of quotes.
*/
function partsOfLine(text: string): string[] {
	return text.split(/[\r\n]/).flatMap(line => line.match(/(?:"[^"]*"|[^;"]|"[^"]*$)+/g) ?? []);
}

function firstWord(part: string): string {
	const text = part.trim().replace(/^&\s+/, '').replace(habit, '');
	return /^"([^"\s]*)"?|^([^\s"]+)/.exec(text)?.slice(1).find(Boolean) ?? '';
}
