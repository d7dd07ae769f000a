import type {Feature} from '../kernel/feature.ts';
import {dropWatches, newWatch, startWatch} from './run-watch.ts';
import {watchCommands} from './watch-commands.ts';

export const watchFeature: Feature = {
	id: 'watch',
	commands: watchCommands,
	runners: {watch: (services, plan) => startWatch(services, newWatch(services, plan))},
	effects: [services => () => dropWatches(services)],
};
