import {widthOf} from '../../lib/width.ts';
import {noOutput} from './status-words.ts';
import type {CommandLine} from './console-line.ts';
import {type Message} from '../../messages/text.ts';
import {readAsTable} from './read-answer-table.ts';
import {tableRows} from './answer-table-rows.ts';
import {indentRows, paragraph, type Columns, type Segment} from './paragraph.ts';
import {consoleMessages} from '../../messages/console.ts';

/** ARK's answer to a command without output. */
const silentAnswer = /^Server received, But no response!!$/i;

export function answerRows(line: CommandLine, columns: Columns): Segment[][] {
	const {response} = line;
	if (response === undefined) return paragraph(`(${noOutput})`, 'faint', columns);
	if (columns.raw) return paragraph(response, 'response', columns);
	const text = response.trimEnd().replace(/^\n+/, '');
	if (text === '') return paragraph(consoleMessages.answer.none, 'faint', columns);
	if (silentAnswer.test(text.trim())) return paragraph(consoleMessages.answer.done, 'faint', columns);
	return asTable(line, columns) ?? paragraph(text, 'response', columns);
}

/** The key is unknown here, so room is reserved for one of the usual width. */
const rawHint: Message = consoleMessages.answer.rawHint;
const rawHintWidth = 32;

function hiddenColumnRows(text: string, columns: Columns): Segment[][] {
	const rows = paragraph(consoleMessages.answer.noRoom(text), 'faint', columns);
	const last = rows.at(-1) ?? [];
	const taken = last.reduce((sum, {text}) => sum + (typeof text === 'string' ? widthOf(text) : 0), 0);
	return taken + rawHintWidth <= columns.width
		? [...rows.slice(0, -1), [...last, {text: rawHint, tone: 'faint'}]]
		: [...rows, ...indentRows([rawHint], 'faint', columns)];
}

/** Renders lists of players and the like as a table, if every line could be parsed and the columns fit. */
function asTable({command, response}: CommandLine, columns: Columns): Segment[][] | undefined {
	const table = readAsTable(columns.gameType, command, response);
	const rows = table && tableRows(table, Math.max(8, columns.width - columns.indent));
	return rows?.flatMap(({kind, text}) =>
		kind === 'hidden'
			? hiddenColumnRows(text, columns)
			: paragraph(text.trimEnd(), kind === 'head' ? 'faint' : 'response', columns),
	);
}
