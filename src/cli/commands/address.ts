import {type Command, Option} from 'commander';
import {envValue} from '../../config/paths.ts';
import type {AddressedServer} from '../../config/profile.ts';
import {addressedPassword, consoleKinds, networkConsole} from '../../contract/models/own-server.ts';
import {Secret} from '../../lib/secrets/secret.ts';
import {UsageError} from '../../lib/errors.ts';
import {addressMessages as messages} from '../../messages/address.ts';
import {ownCommandMessages, ownOptionMessages} from '../../messages/own-servers.ts';
import type {Io} from '../output/io.ts';
import type {OwnOptions} from './own-servers/options.ts';

const passwordNames = ['passwordFile', 'passwordEnv', 'passwordCommand'] as const;

/** How to reach a server that was not added. */
export type AddressOptions = Pick<
	OwnOptions,
	(typeof passwordNames)[number] | 'console' | 'fingerprint' | 'password'
> & {address?: string; game?: string};

/** Adds the options to reach a server that was not added, besides `--game`. */
export function addAddressOptions(command: Command): Command {
	const options = [
		new Option('--address <address>', messages.addressHelp),
		new Option('--console <kind>', messages.consoleHelp).choices(consoleKinds),
		new Option('--password-file <file>', ownOptionMessages.passwordFile),
		new Option('--password-env <name>', messages.passwordEnvHelp),
		new Option('--password-command <command>', ownOptionMessages.passwordCommand),
		new Option('--no-password', ownOptionMessages.noPassword),
		new Option('--fingerprint <sha256>', ownOptionMessages.fingerprint),
	];
	for (const option of options) command.addOption(option.helpGroup(messages.optionGroup));
	return command;
}

/**
Returns the server at `--address`; undefined without it. Its password is from an option, the environment, or typed on the
terminal. Reaches for nothing but the files that are named. `asksPassword`: false if it will not be needed. Throws
`UsageError`.
*/
export async function readAddressed(
	io: Io,
	{
		address,
		game,
		console: kind,
		passwordFile,
		passwordEnv,
		passwordCommand,
		password,
		fingerprint,
	}: AddressOptions,
	{asksPassword = true}: {asksPassword?: boolean} = {},
): Promise<AddressedServer | undefined> {
	const options = {console: kind, passwordFile, passwordEnv, passwordCommand, password, fingerprint};
	if (address === undefined) {
		const stray = Object.entries(options).find(([, value]) => value !== undefined && value !== true);
		if (stray) throw new UsageError(messages.needsAddress(strayOption(stray[0])));
		return undefined;
	}
	const [{readGame, addressText}, {hasPasswordOption, readSettings}] = await Promise.all([
		import('./own-servers/game.ts'),
		import('./own-servers/settings.ts'),
	]);
	if (game === undefined && kind === undefined) throw new UsageError(messages.gameNeeded);
	const gameType = game === undefined ? unknownGame : readGame(game, kind !== undefined);
	const isOpen = hasPasswordOption(options);
	const given = {...options, rcon: address, ...(!isOpen && {passwordEnv: addressedPassword})};
	const settings = readSettings({
		options: given,
		command: [],
		gameType,
		env: io.env,
		addressOption: '--address',
	});
	const console = networkConsole(settings);
	const displayName = console ? addressText(console) : address;
	const needsPassword = !isOpen && envValue(io.env, addressedPassword) === undefined && asksPassword;
	const typed = needsPassword ? await askPassword(io) : undefined;
	return {displayName, gameType, settings, password: typed};
}

/** The type of a game that was not named: its console is all that is known of it. */
const unknownGame = 'OTHER';

const strayOption = (name: string) =>
	name === 'password'
		? '--no-password'
		: `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

async function askPassword(io: Io): Promise<Secret> {
	if (!io.stdin.isTTY || !io.stderr.isTTY) throw new UsageError(messages.passwordNeeded);
	const {openQuestions} = await import('../output/questions.ts');
	const questions = openQuestions(io);
	try {
		return new Secret(await questions.ask(ownCommandMessages.askPassword, true));
	} finally {
		questions.close();
	}
}
