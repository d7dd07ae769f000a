import {gameTable} from './game-table.ts';

/**
The destructive commands of each game, with the reasons. The bundle contains the result (`build/lazy-imports.ts`), so that a
command is checked without loading the games, which takes 4 % of the CPU time of a one-shot command.
*/
export const dangerTable = {
	games: [...gameTable.byType].map(([gameType, {commands, dangers}]) => ({
		gameType,
		reasons: [
			...commands.filter(({danger}) => danger).map(({name, help}): [string, string] => [name, help]),
			...Object.entries(dangers),
		],
	})),
};
