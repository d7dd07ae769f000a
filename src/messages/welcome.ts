import {alternative, key, message} from './text.ts';

/** The first run: what this program is, which key to press first, and how to connect. */
export const welcomeMessages = {
	title: 'WELCOME TO RCONDECK',
	hide: message`${key('app.back')} hide`,
	whatThisIs: 'All your game servers in one terminal (simulated fleet).',
	firstKeys: message`Press ${key('app.help')} for keys, ${key('app.palette')} for commands, ${key('app.input')} to type RCON.`,
	howToConnect: alternative(
		message`Your own servers: press ${key('app.quit')} and run rcondeck add or login`,
		'Your own servers: leave with :quit and run rcondeck add or login',
	),
};
