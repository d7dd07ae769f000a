import {openFormDialog} from '../actions/dialogs.ts';
import {recallQueued} from '../actions/turns.ts';
import {recallLast} from '../actions/holds.ts';
import {lineAt, noLines} from '../state/console-lines.ts';
import {actedOn} from '../list/marks.ts';
import {listRows} from '../list/rows.ts';
import {troubledServers, isAcknowledged} from '../list/trouble.ts';
import {nextUnread, unreadCount} from '../list/news.ts';
import {isScreen, layoutOf} from '../layout.ts';
import {recallRun} from '../actions/many.ts';
import {waitsInRun} from '../many/look.ts';
import {notify} from '../notify.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {Services} from '../services.ts';
import type {Settings} from '../settings.ts';
import type {State} from '../state/index.ts';
import {pendingFor} from '../state/pending.ts';
import {timeModes} from '../state/view.ts';
import type {Command} from './command.ts';
import {key, message} from '../../messages/text.ts';

const everywhere = ['everywhere'] as const;

/** To its console, which is shown where it is not. */
function goToUnread(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const {selectedId: selected, pane} = state.view;
	const selectedId = nextUnread(state);
	const isHere = selectedId === selected && layoutOf(state.view).panes.console !== undefined;
	if (selectedId === undefined || isHere) {
		const hidden = unreadCount(state) - (selectedId === undefined ? 0 : 1);
		const words =
			hidden > 0
				? `The filter hides ${hidden === 1 ? 'the one server' : `all ${hidden} servers`} with unread lines.`
				: 'No other console has unread lines.';
		notify(services, 'info', words, {passing: true});
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
			const troubled = troubledServers(state);
			const at = troubled.indexOf(state.view.selectedId ?? '');
			const selectedId = troubled[(at + 1) % troubled.length];
			const pane = isScreen(state.view.pane) ? 'servers' : state.view.pane;
			if (selectedId === undefined) notify(services, 'info', noTrouble(state), {passing: true});
			else if (selectedId === state.view.selectedId && pane === state.view.pane) {
				notify(services, 'info', 'There is no other server in trouble.', {passing: true});
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
		blocked: state => {
			if (isScreen(state.view.pane))
				return message`Trouble is acknowledged where it is seen: ${key('app.servers')} goes to the servers.`;
			if (actedOn(state).length === 0) return 'No server is selected.';
			const meant = actedOn(state);
			if (meant.some(id => phaseOf(state.fleet.servers.get(id)?.state) !== 'online')) return undefined;
			return `Nothing to acknowledge: ${meant.length === 1 ? 'the server is' : `all ${meant.length} servers are`} up.`;
		},
		run: acknowledge,
	},
	{
		id: 'view.mark',
		keys: ['m'],
		scopes: everywhere,
		title: 'mark',
		help: 'Marks this moment with a note, in every console, the timeline and the journal.',
		run: services => openFormDialog(services, 'mark', []),
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

/** Only what has been read is known to be up. */
function noTrouble(state: State): string {
	if (state.fleet.at === undefined)
		return 'Whether there is trouble is not known: no list has been read yet.';
	return listRows(state).ids.length === 0
		? 'There is no server in the list.'
		: 'No trouble: every server shown is up.';
}

/** Where all of them are acknowledged already, that is taken back. */
function acknowledge(services: Services): void {
	const {store, clock} = services;
	const state = store.getState();
	const serverIds = actedOn(state).filter(id => phaseOf(state.fleet.servers.get(id)?.state) !== 'online');
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

function undoBlocked(state: State, {readOnly}: Settings): string | undefined {
	const {console: buffers, holds, pending, view} = state;
	const last = lineAt(buffers.get(view.selectedId ?? '')?.lines ?? noLines, -1);
	if (holds.length > 0 || waitsInRun(state) || (last?.kind === 'command' && last.status === 'queued'))
		return undefined;
	const act = pendingFor(pending, view.selectedId ?? '');
	if (!act) return nothingToUndo;
	if (!act.task)
		return 'Once sent, it cannot be cancelled here: the service does not offer the tasks of its nodes.';
	if (!act.task.cancellable) return 'Its node no longer lets it be cancelled.';
	return readOnly ? 'This session is read-only: nothing is sent to a server.' : undefined;
}

function undo(services: Services): void {
	if (recallLast(services)) return;
	if (recallRun(services)) return;
	const {view, pending} = services.store.getState();
	const {selectedId} = view;
	if (recallQueued(services, selectedId)) {
		notify(services, 'info', 'Taken back before its turn came: it was never sent.');
		return;
	}
	if (selectedId === undefined || !pendingFor(pending, selectedId)) notify(services, 'info', nothingToUndo);
	else openFormDialog(services, 'cancel-schedule', [selectedId]);
}
