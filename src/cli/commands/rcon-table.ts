import {tableRows} from '../../app/console/tables/answer-table.ts';
import {readAsTable} from '../../app/console/tables/read-answer-table.ts';
import {printable} from '../../lib/text/text.ts';
import {rconAnswerMessages} from '../../messages/rcon.ts';
import type {Io} from '../output/io.ts';
import type {CommandOutcome} from './rcon-send.ts';

/** Returns the answer in columns; undefined if it is not a list or does not fit. */
export function answerInColumns({stdout}: Io, {server, command, result}: CommandOutcome): string | undefined {
	const table = readAsTable(server.gameType, command, result && printable(result.response ?? ''));
	const width = stdout.isTTY ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
	const rows = table && tableRows(table, width);
	return rows
		?.map(({kind, text}) =>
			kind === 'hidden' ? rconAnswerMessages.hiddenColumns(text) : `${text.trimEnd()}\n`,
		)
		.join('');
}
