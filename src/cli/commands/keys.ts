import {describe} from './describe.ts';
import type {Command} from 'commander';
import {readConfigFile} from '../../config/files.ts';
import {directory} from '../../config/paths.ts';
import {keyReference} from '../../app/key-reference.ts';
import {createKeymap} from '../../app/kernel/keys/keymap.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import {keymapOf, keySettingProblems} from '../start/key-settings.ts';
import {say, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {keysMessages} from '../../messages/config.ts';

type Options = {json?: true; ids?: true};

export function addKeys(program: Command, run: Run): void {
	describe(program.command('keys'), keysMessages)
		.option('--ids', keysMessages.idsHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json, ids}: Options) => {
				// Listing keys needs neither a profile nor credentials.
				const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
				const settings = readConfigFile(configDir).content;
				const {commands, keys} = keymapOf(settings);
				const rows = keyReference(createKeymap(commands, keys));
				for (const {message} of keySettingProblems(configDir, settings)) say(io, `${message}.`);
				if (json) {
					let where = '';
					const all = rows.flatMap(row => {
						if (row.kind === 'key') {
							const {id, title, help} = row;
							return {where, id, keys: row.keys === '' ? [] : row.keys.split(' '), title, help};
						}
						where = row.text;
						return [];
					});
					writeJson(io, {keys: all});
					return;
				}
				const most = (of: 'keys' | 'id') =>
					largest(rows.map(row => (row.kind === 'key' ? widthOf(row[of]) : 0)));
				const [width, idWidth] = [most('keys'), most('id')];
				const lines = rows.flatMap((row, index) => {
					if (row.kind === 'heading') return index === 0 ? [row.text] : ['', row.text];
					return `  ${fit(row.keys, width)}  ${ids ? `${fit(row.id, idWidth)}  ` : ''}${row.help}`;
				});
				io.stdout.write(`${lines.join('\n')}\n`);
			}),
		);
}
