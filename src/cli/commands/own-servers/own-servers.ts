import {describe} from '../describe.ts';
import type {Command} from 'commander';
import {findMessages} from '../../../messages/cli.ts';
import {ownCommandMessages as messages, ownOptionMessages} from '../../../messages/own-servers.ts';
import type {Run} from '../../start/command-run.ts';
import {jsonOption} from '../../output/output-options.ts';
import {addServer, type ChangeOptions, editServer, removeServer} from './change.ts';
import {splitCommand} from '../../start/dash-args.ts';
import {addOwnOptions} from './options.ts';

/** Declares the commands for the user's own servers, which the local service observes and runs. */
export function addOwnServers(program: Command, run: Run): void {
	const add = describe(program.command('add'), messages.add)
		.usage(messages.addUsage)
		.argument('<name>', messages.nameHelp)
		.argument('[command...]', messages.commandHelp);
	addOwnOptions(add)
		.option('--no-check', ownOptionMessages.noCheck)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: ChangeOptions, words) => {
				await addServer(io, flags, {...splitCommand(io.argv, words), options});
			}),
		);
	addEditOwn(program, run);
	describe(program.command('remove'), messages.remove)
		.argument('<server>', findMessages.serverHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, _options: {json?: true}, [name = '']) => {
				await removeServer(io, flags, name);
			}),
		);
}

/** Declares `edit`, also as a subcommand of `server`. */
export function addEditOwn(program: Command, run: Run): void {
	const edit = describe(program.command('edit'), messages.edit)
		.usage(messages.editUsage)
		.argument('<server>', findMessages.serverHelp)
		.argument('[command...]', messages.commandHelp);
	addOwnOptions(edit)
		.option('--no-check', ownOptionMessages.noCheck)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: ChangeOptions, words) => {
				await editServer(io, flags, {...splitCommand(io.argv, words), options});
			}),
		);
}
