import {addressedPassword} from '../contract/models/own-server.ts';

/** Servers that are reached by their address, without being added. */
export const addressMessages = {
	optionGroup: 'Server that was not added:',
	addressHelp: 'Console of a server that was not added, as HOST:PORT; --game names its game',
	consoleHelp: 'Protocol of the console (default: that of the game)',
	passwordEnvHelp: `Environment variable with the console password (default ${addressedPassword})`,
	needsAddress: (option: string) => `${option} is only for a server at --address HOST:PORT.`,
	nameOrAddress: 'Use either names of servers or --address, not both.',
	gameNeeded:
		'Specify the game with --game, such as --game minecraft, or the protocol of its console with --console KIND.',
	passwordNeeded: `Specify the console password with --password-file, --password-env or --password-command, or in ${addressedPassword}, or use --no-password if it has none.`,
};
