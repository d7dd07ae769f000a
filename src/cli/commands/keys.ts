import type {Command} from 'commander';
import {helpRows} from '../../core/commands/index.ts';
import {initialState} from '../../core/state/index.ts';
import {fit, widthOf} from '../../lib/width.ts';
import {exitCodes} from '../exit-codes.ts';
import {writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {version} from '../version.ts';

export function addKeys(program: Command, run: Run): void {
	program
		.command('keys')
		.description('Show every key of the deck')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, _flags, {json}: {json?: true}) => {
				const rows = helpRows(initialState, settings);
				if (json) {
					let where = '';
					const keys = rows.flatMap(row => {
						if (row.kind === 'key')
							return {where, keys: row.keys.split(' '), title: row.title, help: row.help};
						where = row.text;
						return [];
					});
					writeJson(io, {keys});
					return exitCodes.done;
				}
				const width = Math.max(...rows.map(row => (row.kind === 'key' ? widthOf(row.keys) : 0)));
				for (const [index, row] of rows.entries()) {
					if (row.kind === 'heading') io.stdout.write(`${index === 0 ? '' : '\n'}${row.text}\n`);
					else io.stdout.write(`  ${fit(row.keys, width)}  ${row.help}\n`);
				}
				return exitCodes.done;
			}),
		);
}

/** Nothing of a session shows in the list of keys but what blocks them, which is left out. */
const settings = {
	profile: {name: '', label: '', colour: undefined, sandbox: true},
	pollMs: 5000,
	awaitMs: 5000,
	readOnly: false,
	version,
	aliases: {},
	dangerous: [],
	protect: 'normal' as const,
	messages: [],
	bell: false,
};
