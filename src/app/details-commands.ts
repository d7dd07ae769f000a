import {detailsCommandMessages} from '../messages/screens.ts';
import type {Command} from './kernel/state/program.ts';
import type {Services} from './kernel/state/services.ts';
import {moveCommands, scrollRuns, type ScrollTarget} from './kernel/screens/move-commands.ts';
import {serverDetails} from './server-details.ts';

const scroll = (to: ScrollTarget) => (services: Services) => {
	const {store, clock} = services;
	const state = store.getState();
	const {currentId: serverId} = state.view;
	if (serverId === undefined) return;
	const {top, total, room} = serverDetails(state, services, {now: clock.now()});
	const last = Math.max(0, total - room);
	const row = Math.max(0, Math.min(last, to(top, last, room)));
	store.dispatch({type: 'view/changed', change: {detailsTop: {serverId, row}}});
};

/** Commands that scroll the details of a server. */
export const detailsCommands: readonly Command[] = moveCommands(
	{id: 'details', scope: 'details', group: 'move'},
	detailsCommandMessages,
	scrollRuns(scroll),
);
