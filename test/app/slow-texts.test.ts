import {expect, test} from 'vitest';
import {printable, printableLine} from '../../src/lib/text/text.ts';
import {withoutSecrets} from '../../src/lib/secrets/secret-patterns.ts';
import {columnsFor, rowsOf} from '../../src/app/console/read/rows.ts';
import {linesOf} from '../../src/app/console/record/lines.ts';
import {playersIn} from '../../src/app/console/input/references.ts';
import {groupsOf} from '../../src/app/multi-command/groups.ts';
import {entryOfLine} from '../../src/app/export/export-entry.ts';
import {formats} from '../../src/app/export/formats.ts';
import {aLine} from '../helpers/builders.ts';
import {cpuMs} from '../helpers/cpu-time.ts';

const long = 100_000;
/** Responses on which backtracking patterns would take many seconds. */
const answers: readonly [string, string][] = [
	['spaces', `a${' '.repeat(long)}x`],
	['newlines', `a${'\n'.repeat(long)}x`],
	['tabs', `a${'\t'.repeat(long)}x`],
	['quotes', `password ${`"' `.repeat(long / 2)}x`],
	['one word', 'x'.repeat(20 * long)],
	['commas', `0. ${', a'.repeat(long / 2)} !`],
	['secret names', 'passwordtoken'.repeat(long / 10)],
	['backticks', '`` ` '.repeat(long / 5)],
	['control characters', '\x1b\u202e'.repeat(long / 2)],
];

const uses: Readonly<Record<string, (text: string) => unknown>> = {
	'sanitized on receipt': text => [printable(text), printableLine(text)],
	'without secrets': withoutSecrets,
	'in a console': text =>
		rowsOf(aLine({command: 'status', response: text}), columnsFor(120, 'utc', {raw: false, gameType: 'CS2'})),
	'as players': text =>
		['ListPlayers', 'status', 'users', 'status_json'].map(command =>
			playersIn(linesOf([aLine({command, response: text})]), undefined),
		),
	'among several responses': text => {
		const member = {serverId: 'a', name: 'a', lineId: '1', final: undefined};
		return groupsOf([{member, outcome: {kind: 'answered', text}}], false);
	},
	'in a file': text =>
		Object.values(formats).map(({entry}) => entry(entryOfLine(aLine({response: text}), 'a', 'isl-1'))),
};

test.each(answers.flatMap(([name, text]) => Object.keys(uses).map(use => [name, use, text] as const)))(
	'an answer full of %s is processed quickly, %s',
	(_name, use, text) => {
		const before = cpuMs();
		uses[use]?.(text);
		expect(cpuMs() - before).toBeLessThan(1500);
	},
);
