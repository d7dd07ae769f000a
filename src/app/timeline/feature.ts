import type {Feature} from '../kernel/feature.ts';
import {layoutOf} from '../kernel/layout.ts';
import type {Services} from '../kernel/services.ts';
import {forgetAxis} from './axis.ts';
import {bookmarkForm} from './bookmark-dialog.ts';
import {loadHistory} from './load-history.ts';
import {timelineCommands} from './timeline-commands.ts';

export const timelineFeature: Feature = {
	id: 'timeline',
	commands: timelineCommands,
	dialogs: [bookmarkForm],
	effects: [loadHistory, freeHiddenTimeline],
};

/** Frees the memory of the timeline when the user goes to a screen without it. */
function freeHiddenTimeline({store}: Services): () => void {
	let {pane} = store.getState().view;
	return store.subscribe(() => {
		const {session, view} = store.getState();
		if (view.pane !== pane && !layoutOf(view).panes.timeline) forgetAxis(session);
		({pane} = view);
	});
}
