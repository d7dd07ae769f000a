import {noOutput} from './status-words.ts';
import type {CommandLine} from '../state/console.ts';
import {keyTo} from '../key-words.ts';
import {readAsTable} from '../tables/table.ts';
import {tableRows} from '../tables/table-rows.ts';
import {paragraph, type Columns, type Segment} from './paragraph.ts';

/** What ARK says where a command has no output of its own. */
const silentAnswer = /^Server received, But no response!!$/i;

export function answerRows(line: CommandLine, columns: Columns): Segment[][] {
	const {response} = line;
	if (response === undefined) return paragraph(`(${noOutput})`, 'faint', columns);
	if (columns.raw) return paragraph(response, 'response', columns);
	const text = response.trimEnd().replace(/^\n+/, '');
	if (text === '') return paragraph('(no output)', 'faint', columns);
	if (silentAnswer.test(text.trim())) return paragraph('(done, no output)', 'faint', columns);
	return asTable(line, columns) ?? paragraph(text, 'response', columns);
}

/** Lists of players and the like, where every line of them could be read and there is room for the columns. */
function asTable({command, response}: CommandLine, columns: Columns): Segment[][] | undefined {
	const table = readAsTable(columns.gameType, command, response);
	const rows = table && tableRows(table, Math.max(8, columns.width - columns.indent));
	return rows?.flatMap(({kind, text}) =>
		kind === 'hidden'
			? paragraph(`No room for ${text}: ${keyTo('console.raw')} shows all as it came.`, 'faint', columns)
			: paragraph(text.trimEnd(), kind === 'head' ? 'faint' : 'response', columns),
	);
}
