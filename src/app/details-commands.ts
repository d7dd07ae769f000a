import {detailsCommandMessages} from '../messages/screens.ts';
import type {Command} from './kernel/command.ts';
import type {Services} from './kernel/services.ts';
import {moveIds, moveKeys} from './kernel/screen-commands.ts';
import {serverDetails} from './server-details.ts';

const scroll = (to: (top: number, last: number, page: number) => number) => (services: Services) => {
	const {store, keymap, clock} = services;
	const state = store.getState();
	const {currentId: serverId} = state.view;
	if (serverId === undefined) return;
	const {top, total, room} = serverDetails(state, keymap, clock.now());
	const last = Math.max(0, total - room);
	const row = Math.max(0, Math.min(last, to(top, last, room)));
	store.dispatch({type: 'view/changed', change: {detailsTop: {serverId, row}}});
};

const runs: Readonly<Record<(typeof moveIds)[number], Command['run']>> = {
	down: scroll(top => top + 1),
	up: scroll(top => top - 1),
	pageDown: scroll((top, _, page) => top + page),
	pageUp: scroll((top, _, page) => top - page),
	first: scroll(() => 0),
	last: scroll((_, last) => last),
};

/** Commands that scroll the details of a server. */
export const detailsCommands: readonly Command[] = moveIds.map(id => ({
	id: `details.${id}`,
	keys: moveKeys[id],
	scopes: ['details'],
	group: 'move',
	...detailsCommandMessages[id],
	run: runs[id],
}));
