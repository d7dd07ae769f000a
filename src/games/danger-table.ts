import {gameTable} from './game-table.ts';

/**
The destructive commands of each game: lines of a command, a tab, and the reason. The bundle contains the result
(`build/lazy-imports.ts`), so that a command is checked without loading the games, which takes 4 % of the CPU time of a
one-shot command; a text is searched faster than it would be parsed into records.
*/
export const dangerTable = {
	games: [...gameTable.byType].map(([gameType, {commands, dangers}]) => ({
		gameType,
		reasons: linesOf([
			...commands.filter(({danger}) => danger).map(({name, help}): [string, string] => [name, help]),
			...Object.entries(dangers),
		]),
	})),
};

/** A slash is no part of a command: lines are checked without it. Each line is between two line feeds. */
function linesOf(reasons: readonly [string, string][]): string {
	const lines = reasons.map(
		([name, reason]) => `${name.toLowerCase().replace(/^\//, '')}\t${name}: ${reason}\n`,
	);
	return `\n${lines.join('')}`;
}
