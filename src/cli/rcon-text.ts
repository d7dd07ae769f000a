import {readAsTable} from '../app/console/read-answer-table.ts';
import {tableRows} from '../app/console/answer-table-rows.ts';
import {noOutput} from '../app/console/status-words.ts';
import {printable, printableLine} from '../lib/text.ts';
import {nameOf} from './find-servers.ts';
import type {Io} from './io.ts';
import {sayError} from './outcomes.ts';
import {say, sayDone} from './output.ts';
import type {CommandOutcome} from './rcon-send.ts';
import {rconAnswerMessages} from '../messages/cli-rcon.ts';

/** `table`: print lists of players and the like in columns, if the entire answer is readable. */
type PrintOptions = {group: boolean; waits: boolean; answers: boolean; table: boolean};

/** Prints answers to stdout, under the server's name if there are several; failures to stderr. */
export function printAnswers(
	io: Io,
	outcomes: readonly CommandOutcome[],
	{group, waits, answers, table}: PrintOptions,
): void {
	for (const {server, result, error} of outcomes) {
		if (error) sayError(io, nameOf(server), error);
		else if (!waits) sayDone(io, rconAnswerMessages.sent(nameOf(server)));
		else if (result?.response === undefined) say(io, `${nameOf(server)}: ${noOutput}.`);
	}
	if (!answers) return;
	const answered = outcomes.filter(({result}) => result?.response !== undefined);
	const isOne = outcomes.length === 1;
	for (const alike of group ? groupAnswers(answered) : answered.map(outcome => [outcome])) {
		const [first] = alike;
		const response = first?.result?.response ?? '';
		if (!isOne) io.stdout.write(headOf(alike, outcomes));
		if (response === '') continue;
		const rows = table && first ? tableOf(io, first) : undefined;
		if (rows !== undefined) {
			io.stdout.write(rows);
			continue;
		}
		const text = response.replace(/\n?$/, '\n');
		// Piped output is the original answer.
		io.stdout.write(io.stdout.isTTY ? printable(text) : text);
	}
}

/** Returns the answer in columns; undefined if it is not a list or does not fit. */
function tableOf({stdout}: Io, {server, command, result}: CommandOutcome): string | undefined {
	const table = readAsTable(server.gameType, command, result && printable(result.response ?? ''));
	const width = stdout.isTTY ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
	const rows = table && tableRows(table, width);
	return rows
		?.map(({kind, text}) => (kind === 'hidden' ? rconAnswerMessages.noRoom(text) : `${text.trimEnd()}\n`))
		.join('');
}

/** Returns the heading of an answer: the server names, and the command if there are several. */
function headOf(alike: readonly CommandOutcome[], all: readonly CommandOutcome[]): string {
	const names = alike.map(({server}) => nameOf(server)).join(', ');
	const hasSeveral = all.some(({command}) => command !== all[0]?.command);
	const command = hasSeveral ? ` > ${printableLine(alike[0]?.command ?? '')}` : '';
	return `== ${names}${alike.length > 1 ? ` (${alike.length})` : ''}${command} ==\n`;
}

/** Groups equal answers to the same command, most frequent first. */
function groupAnswers(outcomes: readonly CommandOutcome[]): CommandOutcome[][] {
	const groups = Map.groupBy(outcomes, ({command, result}) => `${command}\n${result?.response ?? ''}`);
	return [...groups.values()].sort((a, b) => b.length - a.length);
}
