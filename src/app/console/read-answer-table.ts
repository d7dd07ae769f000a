import {answerTableReaders} from './answer-table-readers.ts';
import type {Table} from './answer-table.ts';

/**
Parses an answer as a table, if the command lists items and every line could be parsed; otherwise returns undefined, so
that no text is lost.
*/
export function readAsTable(
	gameType: string | undefined,
	command: string,
	response: string | undefined,
): Table | undefined {
	const family = familyOf(gameType);
	const word = command.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
	if (family === undefined || response === undefined) return undefined;
	return answerTableReaders[family].get(word)?.(response);
}

/** The list of games is open; all ARK games answer alike. (Specification: GameServer) */
function familyOf(gameType: string | undefined): 'ark' | 'cs2' | undefined {
	if (gameType === undefined) return undefined;
	if (gameType === 'ARK' || gameType.startsWith('ARK_')) return 'ark';
	return gameType === 'CS2' ? 'cs2' : undefined;
}
