import {isRunning} from './watches.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {watchRunMessages} from '../../messages/watch.ts';
import type {Feature} from '../kernel/state/feature.ts';
import {dropWatches, newWatch, startWatch} from './run-watch.ts';

/** Nobody follows more than this, and each sends commands to servers and fills the feed of the entire team. */
const maxWatches = 5;

const watchCommands: readonly KeyCommand[] = [
	{
		id: 'watch.start',
		keys: ['w'],
		scopes: ['servers', 'console', 'results'],
		group: 'act',
		blocked: (state, {servers}, {readOnly}) => {
			if (readOnly) return watchRunMessages.readOnly;
			if (servers.length === 0) return watchRunMessages.noServer;
			const running = state.watches.filter(isRunning).length;
			return running < maxWatches ? undefined : watchRunMessages.tooMany(maxWatches);
		},
		run: (_, {servers}) => ({form: 'watch', serverIds: servers}),
	},
];

export const watchFeature: Feature = {
	id: 'watch',
	commands: watchCommands,
	runners: {watch: (services, plan) => startWatch(services, newWatch(services, plan))},
	effects: [services => () => dropWatches(services)],
};
