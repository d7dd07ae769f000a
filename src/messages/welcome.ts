import {alternative, key, message} from './text.ts';

/** The first run: what this program is, which key to press first, and how to connect. */
export const welcomeMessages = {
	title: 'WELCOME TO RCONDECK',
	hide: message`${key('app.back')} hide`,
	whatThisIs: 'All your game servers in one terminal. This fleet is simulated.',
	firstKeys: message`Press ${key('app.help')} for keys, ${key('app.palette')} to find a command, ${key('app.input')} to type an RCON command.`,
	howToConnect: alternative(
		message`To connect your own servers, press ${key('app.quit')} and run: rcondeck login`,
		'To connect your own servers, leave with :quit and run: rcondeck login',
	),
};
