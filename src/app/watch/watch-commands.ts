import {isRunning} from './watches.ts';
import type {Command} from '../kernel/command.ts';
import {key, message} from '../../messages/text.ts';

/** More of them nobody looks at, and each asks servers and fills the feed of the whole team. */
const mostAtOnce = 5;

export const watchCommands: readonly Command[] = [
	{
		id: 'watch.begin',
		keys: ['w'],
		scopes: ['servers', 'console', 'results'],
		title: 'watch',
		help: 'Opens the dialog that runs a command every few seconds on the selected or the marked servers, and marks what changes.',
		blocked: (state, {servers}, {readOnly}) => {
			if (readOnly) return 'This session is read-only: nothing is sent to a server.';
			if (servers.length === 0) return 'No server is selected.';
			const running = state.watches.filter(isRunning).length;
			return running < mostAtOnce
				? undefined
				: message`${mostAtOnce} watches run already: ${key('jobs.open')} shows them, ${key('jobs.abort')} ends one.`;
		},
		run: (_, {servers}) => ({form: 'watch', serverIds: servers}),
	},
];
