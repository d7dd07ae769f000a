import {example} from './action-words.ts';
import {addressedPassword} from '../contract/models/own-server.ts';

/** Servers that are reached by their address, without being added. */
export const addressMessages = {
	optionGroup: 'Server that was not added:',
	addressHelp: 'Console of a server that was not added, as HOST:PORT; --game names its game',
	consoleHelp: 'Protocol of the console (default: that of the game)',
	passwordEnvHelp: `Environment variable with the console password (default ${addressedPassword})`,
	needsAddress: (option: string) => `${option} is only for a server at --address HOST:PORT.`,
	nameOrAddress: 'Use either server names or --address, not both.',
	gameNeeded:
		'Specify the game with --game, such as --game minecraft, or the protocol of its console with --console KIND.',
	passwordNeeded: `Specify the console password with --password-file, --password-env or --password-command, or in ${addressedPassword}, or use --no-password if it has none.`,
};

/** `rcondeck console` */
export const consoleCommandMessages = {
	description: 'Open an interactive console for one server',
	examples: [
		example('Open the console of a server', 'rcondeck console ark-isl-1'),
		example(
			'Open one without adding the server; asks for the password',
			'rcondeck console --address 203.0.113.5:25575 --game minecraft',
		),
		example('Run commands from a pipe', 'echo list | rcondeck console survival'),
	],
	nameNeeded: 'Specify one server: rcondeck console NAME, or --address HOST:PORT.',
	otherProfile: 'A console cannot switch profiles. Leave it, then open the other profile.',
};
