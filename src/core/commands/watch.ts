import {openFormDialog} from '../actions/dialogs.ts';
import {actedOn} from '../list/marks.ts';
import type {State} from '../state/index.ts';
import {isRunning} from '../state/watches.ts';
import type {Command} from './command.ts';
import {key, message} from '../../messages/text.ts';

/** More of them nobody looks at, and each asks servers and fills the feed of the whole team. */
const mostAtOnce = 5;

/** In the list and at the answers of several the marked servers, if there are any; in the console the one that is looked at. */
function targetsOf(state: State): readonly string[] {
	if (state.view.pane !== 'console') return actedOn(state);
	const {selectedId} = state.view;
	return selectedId === undefined ? [] : [selectedId];
}

export const watchCommands: readonly Command[] = [
	{
		id: 'watch.begin',
		keys: ['w'],
		scopes: ['servers', 'console', 'results'],
		title: 'watch',
		help: 'Opens the dialog that runs a command every few seconds on the selected or the marked servers, and marks what changes.',
		blocked: (state, {readOnly}) => {
			if (readOnly) return 'This session is read-only: nothing is sent to a server.';
			if (targetsOf(state).length === 0) return 'No server is selected.';
			const running = state.watches.filter(isRunning).length;
			return running < mostAtOnce
				? undefined
				: message`${mostAtOnce} watches run already: ${key('jobs.open')} shows them, ${key('jobs.abort')} ends one.`;
		},
		run: services => openFormDialog(services, 'watch', targetsOf(services.store.getState())),
	},
];
