import type {Feature} from '../kernel/feature.ts';
import {bookmarkForm} from './bookmark-dialog.ts';
import {loadHistory} from './load-history.ts';
import {timelineCommands} from './timeline-commands.ts';

export const timelineFeature: Feature = {
	id: 'timeline',
	commands: timelineCommands,
	dialogs: [bookmarkForm],
	effects: [loadHistory],
};
