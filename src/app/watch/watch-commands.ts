import {isRunning} from './watches.ts';
import type {Command} from '../kernel/command.ts';
import {watchRunMessages} from '../../messages/watch.ts';

/** Nobody follows more than this, and each sends commands to servers and fills the feed of the entire team. */
const maxWatches = 5;

export const watchCommands: readonly Command[] = [
	{
		id: 'watch.start',
		keys: ['w'],
		scopes: ['servers', 'console', 'results'],
		group: 'act',
		...watchRunMessages.commands.begin,
		blocked: (state, {servers}, {readOnly}) => {
			if (readOnly) return watchRunMessages.readOnly;
			if (servers.length === 0) return watchRunMessages.noServer;
			const running = state.watches.filter(isRunning).length;
			return running < maxWatches ? undefined : watchRunMessages.tooMany(maxWatches);
		},
		run: (_, {servers}) => ({form: 'watch', serverIds: servers}),
	},
];
