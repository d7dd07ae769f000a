import {serverName} from '../actions/names.ts';
import {appMessages, viewMessages} from '../messages/screens.ts';
import type {FormRequest} from './kernel/dialogs/dialog-id.ts';
import {cancelQueued} from './console/send/rcon-queue.ts';
import {undoLast} from './dialogs/undo-window.ts';
import {lineAt, noLines} from './console/record/lines.ts';
import {showNode} from './kernel/screens/places.ts';
import {type NodeOutage, nodeOutages} from './nodes/node-outages.ts';
import {crashingServers} from './servers/fleet-values.ts';
import {isAcknowledged, nextAlert, noAlerts} from './servers/alerts.ts';
import {currentServer, noneCurrent} from './servers/current-server.ts';
import {nextUnread, noUnread} from './console/record/read-positions.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import {cancelQueuedRun, waitsInRun} from './multi-command/open-results.ts';
import {notify} from './kernel/state/notify.ts';
import {phaseOf} from '../contract/states.ts';
import type {Services} from './kernel/state/services.ts';
import type {Settings} from './kernel/state/settings.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/state/targets.ts';
import {unbanOffer} from './players/bans.ts';
import {scheduledActionOf} from './servers/scheduled-actions.ts';
import {shareWithTeam} from './team-journal/follow.ts';
import {isScreen, timeModes} from './kernel/state/view-state.ts';
import type {KeyCommand} from './kernel/state/program.ts';

const everywhere = ['everywhere'] as const;

/** Opens the console of the next unread server, and shows the console if it is hidden. */
function goToUnread(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const {currentId: current, pane} = state.view;
	const currentId = nextUnread(state, current);
	const isHere = currentId === current && layoutOf(state.view).panes.console !== undefined;
	if (currentId === undefined || isHere) {
		notify(services, 'info', noUnread(state, currentId), {passing: true});
		return;
	}
	const view = {...state.view, currentId, pane: isScreen(pane) ? ('servers' as const) : pane};
	const isSeen = layoutOf(view).panes.console !== undefined;
	store.dispatch({type: 'view/changed', change: {currentId, pane: isSeen ? view.pane : 'console'}});
}

/** Highlights the next problem: a lost node on the nodes screen, or a server. */
function goToAlert(services: Services, {row}: Targets): void {
	const {store} = services;
	const state = store.getState();
	const {currentId, pane: before} = state.view;
	const node = row?.list === 'nodes' ? row.id : undefined;
	const isAway = nodeOutages(state).some(({nodeId}) => nodeId === node);
	const found = nextAlert(state, isAway ? node : currentId);
	const pane = isScreen(before) ? 'servers' : before;
	const isHere =
		found?.kind === 'node' ? found.id === node : found?.id === currentServer(state) && pane === before;
	if (!found || isHere) {
		notify(services, 'info', noAlerts(state, found), {passing: true});
		return;
	}
	store.dispatch({type: 'view/changed', change: {lastAlert: found.id}});
	if (found.kind === 'node') showNode(services, found.id);
	else store.dispatch({type: 'view/changed', change: {currentId: found.id, pane}});
}

/** Commands that change the view. */
export const viewCommands: readonly KeyCommand[] = [
	{
		id: 'view.filter',
		keys: ['/'],
		scopes: ['servers', 'details'],
		group: 'view',
		hint: true,
		run: ({store}) =>
			store.dispatch({
				type: 'view/changed',
				change: {pane: 'servers', filter: {field: {text: '', cursor: 0}, editing: true}},
			}),
	},
	{
		id: 'view.nextAlert',
		keys: ['!'],
		scopes: everywhere,
		group: 'move',
		run: goToAlert,
	},
	{
		id: 'view.nextUnread',
		keys: ['.'],
		scopes: everywhere,
		group: 'move',
		run: goToUnread,
	},
	{
		id: 'view.acknowledge',
		keys: ['a'],
		scopes: everywhere,
		group: 'act',
		blocked: (state, targets) => {
			const {servers} = targets;
			if (outageIn(state, targets)) return undefined;
			if (isScreen(state.view.pane)) return viewMessages.acknowledgeAtServers;
			if (servers.length === 0) return noneCurrent(state);
			if (servers.some(id => hasAlert(state, id))) return undefined;
			return viewMessages.nothingToAcknowledge(servers.length);
		},
		run: acknowledge,
	},
	{
		id: 'timeline.bookmark',
		keys: ['m'],
		scopes: everywhere,
		group: 'act',
		run: () => ({form: 'bookmark', serverIds: []}),
	},
	{
		id: 'view.undo',
		keys: ['u'],
		scopes: everywhere,
		group: 'act',
		blocked: undoBlocked,
		run: undo,
	},
	{
		id: 'view.time',
		keys: ['t'],
		scopes: everywhere,
		group: 'view',
		run: services => {
			const {time} = services.store.getState().view;
			const next = timeModes[(timeModes.indexOf(time) + 1) % timeModes.length] ?? 'clock';
			services.store.dispatch({type: 'view/changed', change: {time: next}});
			notify(services, 'info', viewMessages.times(next));
		},
	},
	{
		id: 'view.zoom',
		keys: ['+'],
		scopes: everywhere,
		group: 'view',
		run: ({store}) => store.dispatch({type: 'view/changed', change: {zoomed: true}}),
	},
	{
		id: 'view.unzoom',
		keys: ['_'],
		scopes: everywhere,
		group: 'view',
		run: ({store}) => store.dispatch({type: 'view/changed', change: {zoomed: false}}),
	},
];

/** Returns the outage of the highlighted node, whose servers are acknowledged together; undefined if it has none. */
const outageIn = (state: State, {row}: Targets): NodeOutage | undefined =>
	row?.list === 'nodes' ? nodeOutages(state).find(({nodeId}) => nodeId === row.id) : undefined;

const hasAlert = ({fleet}: State, id: string): boolean =>
	phaseOf(fleet.servers.get(id)?.state) !== 'online' || crashingServers(fleet).has(id);

/** Acknowledges the problems of the servers, or removes the acknowledgment if all of them have one. */
function acknowledge(services: Services, targets: Targets): void {
	const {store, clock} = services;
	const state = store.getState();
	const outage = outageIn(state, targets);
	const serverIds = outage?.servers ?? targets.servers.filter(id => hasAlert(state, id));
	const isKnown = !serverIds.every(id => isAcknowledged(state.fleet, id));
	const withNode = outage && {withNode: true as const};
	store.dispatch({
		type: 'fleet/acknowledged',
		at: clock.now(),
		serverIds,
		isKnown,
		...withNode,
	});
	const isShared = shareWithTeam(
		services,
		serverIds.map(serverId => ({
			what: isKnown ? 'acknowledged' : 'unacknowledged',
			serverId,
			text: state.fleet.servers.get(serverId)?.state,
			...withNode,
		})),
	);
	const [first = ''] = serverIds;
	const name =
		serverIds.length === 1 ? serverName(state.fleet, first) : viewMessages.servers(serverIds.length);
	notify(services, 'info', (isKnown ? viewMessages.acknowledged : viewMessages.unmuted)(name, isShared));
}

/** A ban that was sent is undone by an unban: among the servers, only if nothing is scheduled for this one. */
function unbanFor(state: State, targets: Targets): FormRequest | undefined {
	const {pane} = state.view;
	const isFirst =
		pane === 'players' || pane === 'bans' || !scheduledActionOf(state.scheduled, targets.server ?? '');
	return isFirst ? unbanOffer(state, targets) : undefined;
}

const nothingToUndo = viewMessages.nothingToUndo;

function undoBlocked(state: State, targets: Targets, {readOnly}: Settings): string | undefined {
	const {server, run} = targets;
	const {console: buffers, undoWindow, scheduled} = state;
	// Not sending it needs no visible server.
	const last = lineAt(buffers.get(server ?? state.view.currentId ?? '')?.lines ?? noLines, -1);
	if (
		undoWindow.length > 0 ||
		waitsInRun(state, run) ||
		(last?.kind === 'command' && last.status === 'queued')
	)
		return undefined;
	if (unbanFor(state, targets)) return readOnly ? appMessages.readOnly : undefined;
	const action = scheduledActionOf(scheduled, server ?? '');
	if (!action) return server === undefined ? viewMessages.nothingPending : nothingToUndo;
	if (!action.task) return viewMessages.tasksNotOffered;
	if (!action.task.cancellable) return viewMessages.nodeForbids;
	return readOnly ? appMessages.readOnly : undefined;
}

function undo(services: Services, targets: Targets): FormRequest | undefined {
	const {server, run} = targets;
	if (undoLast(services) || cancelQueuedRun(services, run)) return undefined;
	if (cancelQueued(services, server ?? services.store.getState().view.currentId)) {
		notify(services, 'info', appMessages.canceled(1));
		return undefined;
	}
	const unban = unbanFor(services.store.getState(), targets);
	if (unban) return unban;
	if (server !== undefined && scheduledActionOf(services.store.getState().scheduled, server))
		return {form: 'cancel-schedule', serverIds: [server]};
	notify(services, 'info', nothingToUndo);
	return undefined;
}
