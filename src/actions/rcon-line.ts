import {rconMessages} from '../messages/rcon.ts';
import {gamesByType} from '../games/games.ts';
import type {GameServer} from '../contract/models/server.ts';
import {expandAlias} from './aliases.ts';
import type {ActionSettings} from './context.ts';
import type {Risk} from './risk.ts';

/** Prefixes that people type out of habit and that could hide a destructive word. */
const habit = /^(?:cheat|admincheat|\/|!)\s*/i;

/** The reasons by command, in lower case. A slash is not part of a command: lines are checked without it. */
const dangerousCommands = [...gamesByType].map(([gameType, {commands, dangers}]) => ({
	gameType,
	reasons: new Map(
		[
			...commands.filter(({danger}) => danger).map(({name, help}): [string, string] => [name, help]),
			...Object.entries(dangers),
		].map(([name, reason]) => [name.toLowerCase().replace(/^\//, ''), `${name}: ${reason}`]),
	),
}));

/**
Returns why a line looks destructive, if it does: by the words of the game and those in `listed`; `-word` removes
one. An unknown game is checked against the words of all games.
*/
export function dangerIn(
	line: string,
	gameType: string | undefined,
	listed: readonly string[],
): string | undefined {
	const known = dangerousCommands.filter(game => game.gameType === gameType);
	const games = known.length > 0 ? known : dangerousCommands;
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
const reasonIn = (games: typeof dangerousCommands, command: string): string | undefined =>
	games.findLast(({reasons}) => reasons.has(command))?.reasons.get(command);

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

export const rconPermission = 'MANAGE_SERVERS';

/**
Why lines need confirmation, and the risk level for a one-shot command. Without a reason, the lines only go to
several servers.
*/
export type Confirmation = {reason: string | undefined; risk: Risk};

/** Decides whether lines need confirmation: one destructive line for any of the games, or more than one server. */
export function confirmationFor(
	lines: readonly string[],
	servers: readonly Pick<GameServer, 'gameType'>[],
	{dangerous}: Pick<ActionSettings, 'dangerous'>,
): Confirmation | undefined {
	for (const game of new Set(servers.map(({gameType}) => gameType))) {
		for (const line of lines) {
			const reason = dangerIn(line, game, dangerous);
			if (reason !== undefined) return {reason, risk: servers.length > 1 ? 'type' : 'hold'};
		}
	}
	return servers.length > 1 ? {reason: undefined, risk: 'review'} : undefined;
}

/** Expands the aliases of a typed line, and checks whether it needs confirmation. */
export function readRconLine(
	typed: string,
	servers: readonly Pick<GameServer, 'gameType'>[],
	settings: Pick<ActionSettings, 'aliases' | 'dangerous'>,
): {text: string; confirmation: Confirmation | undefined} | {problem: string} {
	const expanded = expandAlias(typed, settings.aliases);
	if ('problem' in expanded) return expanded;
	return {...expanded, confirmation: confirmationFor([expanded.text], servers, settings)};
}
