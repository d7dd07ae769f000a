import {type Command, Option} from 'commander';
import type {Env} from '../../../config/paths.ts';
import {ownConsoleKinds, type OwnSettings} from '../../../contract/models/own-server.ts';
import {ownOptionMessages as help, ownOptionGroups} from '../../../messages/own-servers.ts';
import {type PowerOptions, powerOptions} from './power.ts';

/** The typed options of a real server. `false`: its `--no-…` option. */
export type OwnOptions = PowerOptions & {
	game?: string | undefined;
	rcon?: string | false | undefined;
	console?: (typeof ownConsoleKinds)[number] | undefined;
	passwordFile?: string | undefined;
	passwordEnv?: string | undefined;
	passwordCommand?: string | undefined;
	password?: boolean | undefined;
	fingerprint?: string | undefined;
	query?: string | false | undefined;
	stopTimeout?: string | undefined;
	readyTimeout?: string | undefined;
	rconStop?: string | undefined;
	rconSave?: string | undefined;
	rconSay?: string | undefined;
	rconPlayers?: string | undefined;
	rconProbe?: string | undefined;
	backup?: string | false | undefined;
	backupArchives?: string | undefined;
};

/** A server as it is typed. */
export type TypedServer = {
	options: OwnOptions;
	/** The words after `--`. */
	command: readonly string[];
	gameType: string;
	env: Env;
	/** The settings to change; undefined for a new server. */
	before?: OwnSettings;
	/** The option that was typed for `rcon`, for errors. */
	addressOption?: string;
};

const inGroups = {
	console: [
		new Option('--rcon <address>', help.rcon),
		new Option('--no-rcon', help.noRcon),
		new Option('--console <kind>', help.console).choices(ownConsoleKinds),
		new Option('--password-file <file>', help.passwordFile),
		new Option('--password-env <name>', help.passwordEnv),
		new Option('--password-command <command>', help.passwordCommand),
		new Option('--no-password', help.noPassword),
		new Option('--fingerprint <sha256>', help.fingerprint),
	],
	query: [new Option('--query <address>', help.query), new Option('--no-query', help.noQuery)],
	power: [
		...powerOptions,
		new Option('--stop-timeout <duration>', help.stopTimeout),
		new Option('--ready-timeout <duration>', help.readyTimeout),
	],
	commands: [
		new Option('--rcon-stop <command>', help.rconStop),
		new Option('--rcon-save <command>', help.rconSave),
		new Option('--rcon-say <command>', help.rconSay),
		new Option('--rcon-players <command>', help.rconPlayers),
		new Option('--rcon-probe <command>', help.rconProbe),
	],
	backup: [
		new Option('--backup <dir>', help.backup),
		new Option('--backup-archives <dir>', help.backupArchives),
		new Option('--no-backup', help.noBackup),
	],
};

const allOptions = Object.values(inGroups).flat();

/** Declares the options of a real server that a command lacks, which its help leaves to that of `add`. */
export function addHiddenOwnOptions(command: Command): Command {
	const own = new Set(command.options.map(({long}) => long));
	for (const {flags, description, argChoices, long} of allOptions) {
		const hidden = new Option(flags, description).hideHelp();
		if (!own.has(long)) command.addOption(argChoices ? hidden.choices(argChoices) : hidden);
	}
	return command;
}

/** Returns the options of a real server that were typed. */
export const typedOwnOptions = (options: Readonly<Record<string, unknown>>): Option[] =>
	allOptions.filter(option => {
		const value = options[option.attributeName()];
		return option.negate ? value === false : value !== undefined && value !== false;
	});

/** Declares the options of a real server. */
export function addOwnOptions(command: Command): Command {
	command.option('--game <type>', help.game);
	for (const group of Object.keys(inGroups) as (keyof typeof inGroups)[]) {
		for (const option of inGroups[group]) command.addOption(option.helpGroup(ownOptionGroups[group]));
	}
	return command;
}
