import type {Command} from 'commander';
import {loadConfig} from '../../config/load.ts';
import {UsageError} from '../../lib/errors.ts';
import {addressMessages, consoleCommandMessages as messages} from '../../messages/address.ts';
import {findMessages} from '../../messages/cli.ts';
import {ownOptionMessages} from '../../messages/own-servers.ts';
import type {ExitCode} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import type {Globals, Run} from '../start/command-run.ts';
import {checkService} from '../start/session.ts';
import {addAddressOptions, type AddressOptions, readAddressed} from './address.ts';
import {describe} from './describe.ts';

export function addConsole(program: Command, run: Run): void {
	const command = describe(program.command('console'), messages)
		.argument('[server]', findMessages.serverHelp)
		.option('--game <type>', ownOptionMessages.game);
	addAddressOptions(command).action(run(openConsole));
}

/** Opens a prompt on one server. Without a terminal, its commands are the lines of stdin, as with `rcon -f -`. */
async function openConsole(
	io: Io,
	flags: Globals,
	options: AddressOptions,
	[name]: readonly string[],
): Promise<ExitCode> {
	const {address, game} = options;
	if ((name === undefined) === (address === undefined))
		throw new UsageError(name === undefined ? messages.nameNeeded : addressMessages.nameOrAddress);
	if (name !== undefined && game !== undefined) throw new UsageError(addressMessages.needsAddress('--game'));
	if (!io.terminal) {
		const {runRcon} = await import('./rcon.ts');
		return runRcon(io, flags, {...options, file: '-'}, name === undefined ? [] : [name]);
	}
	const addressed = await readAddressed(io, options);
	const config = loadConfig({flags: {...flags, addressed}, env: io.env});
	for (const warning of config.warnings) say(io, warning);
	checkService(io, config);
	const {runConsole} = await import('../start/line-mode.ts');
	return runConsole(io, config, io.terminal, addressed?.displayName ?? name ?? '');
}
