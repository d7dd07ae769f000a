import type {FormRequest} from './kernel/dialog-id.ts';
import {recallQueued} from './console/rcon-queue.ts';
import {undoLast} from './dialogs/undo-window.ts';
import {lineAt, noLines} from './console/console-lines.ts';
import {isAcknowledged, nextTroubled, noTrouble} from './servers/alerts.ts';
import {nextUnread, noUnread} from './servers/unread-servers.ts';
import {isScreen, layoutOf} from './kernel/layout.ts';
import {recallRun} from './multi-command/send-to-several.ts';
import {waitsInRun} from './multi-command/look.ts';
import {notify} from './kernel/notify.ts';
import {phaseOf} from '../actions/preconditions.ts';
import type {Services} from './kernel/services.ts';
import type {Settings} from './kernel/settings.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/targets.ts';
import {pendingFor} from './servers/scheduled-actions.ts';
import {timeModes} from './kernel/view-state.ts';
import type {Command} from './kernel/command.ts';
import {key, message} from '../messages/text.ts';

const everywhere = ['everywhere'] as const;

/** To its console, which is shown where it is not. */
function goToUnread(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const {selectedId: selected, pane} = state.view;
	const selectedId = nextUnread(state, selected);
	const isHere = selectedId === selected && layoutOf(state.view).panes.console !== undefined;
	if (selectedId === undefined || isHere) {
		notify(services, 'info', noUnread(state, selectedId), {passing: true});
		return;
	}
	const view = {...state.view, selectedId, pane: isScreen(pane) ? ('servers' as const) : pane};
	const isSeen = layoutOf(view).panes.console !== undefined;
	store.dispatch({type: 'view/changed', change: {selectedId, pane: isSeen ? view.pane : 'console'}});
}

/** What is shown, and how. */
export const viewCommands: readonly Command[] = [
	{
		id: 'view.filter',
		keys: ['/'],
		scopes: ['servers', 'details'],
		title: 'filter',
		help: 'Filters the list: words, /pattern/, !inverse, state:down, game:cs2, node:eu-1, players>0.',
		hint: true,
		run: ({store}) =>
			store.dispatch({
				type: 'view/changed',
				change: {pane: 'servers', filter: {field: {text: '', cursor: 0}, editing: true}},
			}),
	},
	{
		id: 'view.nextTrouble',
		keys: ['!'],
		scopes: everywhere,
		title: 'next trouble',
		help: 'Goes to the next server that is not up; those acknowledged come last.',
		run: services => {
			const {store} = services;
			const state = store.getState();
			const selectedId = nextTroubled(state, state.view.selectedId);
			const pane = isScreen(state.view.pane) ? 'servers' : state.view.pane;
			const isHere = selectedId === state.view.selectedId && pane === state.view.pane;
			if (selectedId === undefined || isHere) {
				notify(services, 'info', noTrouble(state, selectedId), {passing: true});
			} else store.dispatch({type: 'view/changed', change: {selectedId, pane}});
		},
	},
	{
		id: 'view.nextUnread',
		keys: ['.'],
		scopes: everywhere,
		title: 'next unread',
		help: 'Goes to the next server whose console got lines since it was on screen last.',
		run: goToUnread,
	},
	{
		id: 'view.acknowledge',
		keys: ['a'],
		scopes: everywhere,
		title: 'acknowledge',
		help: 'Acknowledges the trouble of the selected or marked servers until they change again, also for later sessions and your other decks; once more takes it back.',
		blocked: (state, {servers}) => {
			if (isScreen(state.view.pane))
				return message`Trouble is acknowledged where it is seen: ${key('app.servers')} goes to the servers.`;
			if (servers.length === 0) return 'No server is selected.';
			if (servers.some(id => phaseOf(state.fleet.servers.get(id)?.state) !== 'online')) return undefined;
			return `Nothing to acknowledge: ${servers.length === 1 ? 'the server is' : `all ${servers.length} servers are`} up.`;
		},
		run: acknowledge,
	},
	{
		id: 'view.mark',
		keys: ['m'],
		scopes: everywhere,
		title: 'mark',
		help: 'Marks this moment with a note, in every console, the timeline and the journal.',
		run: () => ({form: 'mark', serverIds: []}),
	},
	{
		id: 'view.undo',
		keys: ['u'],
		scopes: everywhere,
		title: 'undo',
		help: 'Recalls what is held back, else a command that waits for its turn; else opens the dialog that cancels a scheduled stop or restart, where the service can.',
		blocked: undoBlocked,
		run: undo,
	},
	{
		id: 'view.time',
		keys: ['t'],
		scopes: everywhere,
		title: 'time',
		help: 'Shows times by the clock, in UTC, or as ages.',
		run: services => {
			const {time} = services.store.getState().view;
			const next = timeModes[(timeModes.indexOf(time) + 1) % timeModes.length] ?? 'clock';
			services.store.dispatch({type: 'view/changed', change: {time: next}});
			notify(services, 'info', `Times: ${next}.`);
		},
	},
	{
		id: 'view.zoom',
		keys: ['+'],
		scopes: everywhere,
		title: 'zoom',
		help: 'Gives the whole screen to this pane.',
		run: ({store}) => store.dispatch({type: 'view/changed', change: {zoomed: true}}),
	},
	{
		id: 'view.unzoom',
		keys: ['_'],
		scopes: everywhere,
		title: 'unzoom',
		help: 'Shows all panes again.',
		run: ({store}) => store.dispatch({type: 'view/changed', change: {zoomed: false}}),
	},
];

/** Where all of them are acknowledged already, that is taken back. */
function acknowledge(services: Services, {servers}: Targets): void {
	const {store, clock} = services;
	const state = store.getState();
	const serverIds = servers.filter(id => phaseOf(state.fleet.servers.get(id)?.state) !== 'online');
	const isKnown = !serverIds.every(id => isAcknowledged(state.fleet, id));
	store.dispatch({type: 'fleet/acknowledged', at: clock.now(), serverIds, isKnown});
	const name = serverIds.length === 1 ? 'It' : `${serverIds.length} servers`;
	notify(
		services,
		'info',
		isKnown
			? `Acknowledged: ${name.toLowerCase()} will speak up at the next change.`
			: `${name} will be loud again.`,
	);
}

const nothingToUndo = 'Nothing is held back, and nothing is known to be scheduled for this server.';

function undoBlocked(state: State, {server = '', run}: Targets, {readOnly}: Settings): string | undefined {
	const {console: buffers, holds, pending} = state;
	const last = lineAt(buffers.get(server)?.lines ?? noLines, -1);
	if (holds.length > 0 || waitsInRun(state, run) || (last?.kind === 'command' && last.status === 'queued'))
		return undefined;
	const act = pendingFor(pending, server);
	if (!act) return nothingToUndo;
	if (!act.task)
		return 'Once sent, it cannot be cancelled here: the service does not offer the tasks of its nodes.';
	if (!act.task.cancellable) return 'Its node no longer lets it be cancelled.';
	return readOnly ? 'This session is read-only: nothing is sent to a server.' : undefined;
}

function undo(services: Services, {server, run}: Targets): FormRequest | undefined {
	if (undoLast(services) || recallRun(services, run)) return undefined;
	if (recallQueued(services, server)) {
		notify(services, 'info', 'Taken back before its turn came: it was never sent.');
		return undefined;
	}
	if (server !== undefined && pendingFor(services.store.getState().pending, server))
		return {form: 'cancel-schedule', serverIds: [server]};
	notify(services, 'info', nothingToUndo);
	return undefined;
}
