import {rconPermission} from '../actions/rcon-line.ts';
import {appMessages} from '../messages/screens.ts';
import {serverListMessages} from '../messages/server-list.ts';
import {leaveTyped} from './dialogs/open-dialog.ts';
import {undoLast} from './dialogs/undo-window.ts';
import {jobsLeft, quit} from './quit.ts';
import {backInTimeline} from './timeline/open-entry.ts';
import {stopTyped} from './console/send/rcon-queue.ts';
import {openLine} from './console/input/open-line.ts';
import {goesToSelection, lineKey} from './console/send/target.ts';
import {interruptRun, openResultsOfTargets} from './multi-command/open-results.ts';
import {noneCurrent} from './servers/current-server.ts';
import {selectedServers} from './servers/selection.ts';
import {notify} from './kernel/state/notify.ts';
import type {KeyCommand, Program} from './kernel/state/program.ts';
import {isWorthRedialing} from './kernel/state/feed-state.ts';
import {isOpen} from './jobs/jobs-state.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import {openScreen} from './kernel/screens/screen-view.ts';
import {openList} from './kernel/screens/screens-state.ts';
import {emptyField} from './kernel/text/text-field.ts';
import type {Targets} from './kernel/state/targets.ts';

const everywhere = ['everywhere'] as const;

/**
Goes back one level in a full-screen list: closes the details, clears the filter, ends the zoom, then leaves
the screen.
*/
function backOnScreen({store}: Program): boolean {
	const {view, screens} = store.getState();
	const list = openList({view, screens});
	if (!list) return false;
	const {open, filter} = screens.lists[list];
	if (open) store.dispatch({type: 'screens/changed', list, change: {open: false}});
	else if (filter.field.text !== '') {
		store.dispatch({type: 'screens/changed', list, change: {filter: {field: emptyField, editing: false}}});
	} else if (view.zoomed) store.dispatch({type: 'view/changed', change: {zoomed: false}});
	else if (list === 'runs') store.dispatch({type: 'screens/runsShown', isShown: false});
	else {
		store.dispatch({type: 'screens/changed', list, change: {revealed: false}});
		store.dispatch({type: 'view/changed', change: {pane: 'servers'}});
	}
	return true;
}

/** Goes back one level: clears the filter, ends the zoom, then leaves the pane. Returns false at the top level. */
function back(services: Program): boolean {
	if (backOnScreen(services) || backInTimeline(services)) return true;
	const {store} = services;
	const {view} = store.getState();
	const change =
		view.range !== undefined
			? {range: undefined}
			: view.pane === 'servers' && view.filter.field.text !== ''
				? {filter: {field: emptyField, editing: false}}
				: view.zoomed
					? {zoomed: false}
					: view.pane !== 'servers'
						? {pane: 'servers' as const}
						: undefined;
	if (!change) return false;
	store.dispatch({type: 'view/changed', change});
	return true;
}

/** Clears the selection, and says so because its rows may not be visible. */
function clearSelection(services: Program): void {
	const {size} = selectedServers(services.store.getState());
	if (size === 0) return;
	services.store.dispatch({type: 'view/changed', change: {selection: new Set()}});
	notify(services, 'info', serverListMessages.selectionCleared(size), {passing: true});
}

/** Quits; if something would be lost, only when pressed a second time. */
function quitWhenArmed(services: Program): void {
	const {store} = services;
	if (!quit(services, store.getState().view.quitArmed))
		store.dispatch({type: 'view/changed', change: {quitArmed: true}});
}

/** Handles Ctrl-C, depending on what is open or running. It is never sent to a server. */
function interrupt(services: Program, {server, run}: Targets): void {
	const {store, frontEnd} = services;
	const {view, dialog, input, undoWindow, exporting} = store.getState();
	if (!dialog && input.search) {
		store.dispatch({type: 'input/changed', change: {search: undefined}});
		return;
	}
	const line = openLine(store.getState());
	if (line && line.field.text !== '') {
		store.dispatch({type: 'view/drafted', serverId: line.serverId, draft: emptyField});
		return;
	}
	if (dialog) {
		leaveTyped(services);
		return;
	}
	if (undoWindow.length > 0) {
		undoLast(services);
		return;
	}
	if (exporting) {
		store.dispatch({type: 'exporting/ended'});
		return;
	}
	if (interruptRun(services, run)) return;
	const {canceled, stopped} = stopTyped(services, server ?? view.currentId);
	if (canceled > 0) {
		notify(services, 'info', appMessages.canceled(canceled));
		return;
	}
	if (stopped > 0) {
		notify(services, 'warning', appMessages.stoppedWaiting(stopped));
		return;
	}
	if (view.quitArmed) {
		frontEnd.quit();
		return;
	}
	store.dispatch({type: 'view/changed', change: {quitArmed: true}});
	const open = store.getState().jobs.filter(isOpen);
	if (open.length > 0) notify(services, 'warning', appMessages.jobsAndQuit(jobsLeft(open)));
	else notify(services, 'info', appMessages.pressAgainToQuit);
}

/** Opens the command input where its recipients and their answers are visible. */
function openInput(services: Program): void {
	const {store} = services;
	const state = store.getState();
	if (goesToSelection(state)) {
		// Ends the range selection here, because the list may be re-sorted while the user types.
		const selection = selectedServers(state);
		openResultsOfTargets(services);
		store.dispatch({
			type: 'view/changed',
			change: {selection, range: undefined, pane: 'results', input: true, toSelection: true},
		});
		return;
	}
	const isSeen = layoutOf(state.view).panes.console !== undefined;
	const change = {input: true, toSelection: false, ...(!isSeen && {pane: 'console' as const})};
	store.dispatch({type: 'view/changed', change});
}

export const appCommands: readonly KeyCommand[] = [
	{
		id: 'app.help',
		keys: ['?'],
		scopes: everywhere,
		group: 'go',
		hint: true,
		run: ({store, clock}) =>
			store.dispatch({type: 'dialog/opened', dialog: {kind: 'help', openedAt: clock.now(), page: 0}}),
	},
	{
		id: 'app.input',
		keys: ['i'],
		scopes: everywhere,
		group: 'act',
		hint: true,
		danger: true,
		needs: rconPermission,
		blocked: state => (lineKey(state) === undefined ? noneCurrent(state) : undefined),
		run: openInput,
	},
	{
		id: 'app.refresh',
		keys: ['r'],
		scopes: everywhere,
		group: 'view',
		run: services => {
			services.refreshers.pollNow();
			services.store.dispatch({type: 'jobs/retryRequested'});
			openScreen(services.store.getState(), services.screens)?.screen.refresh(services);
			const {feed} = services.store.getState();
			if (isWorthRedialing(feed, services.clock.now())) services.refreshers.redialFeed();
			notify(services, 'info', appMessages.refreshing);
		},
	},
	{
		id: 'app.back',
		keys: ['esc'],
		scopes: everywhere,
		group: 'go',
		run: services => {
			if (!back(services)) clearSelection(services);
		},
	},
	{
		id: 'app.quit',
		keys: ['q'],
		scopes: everywhere,
		group: 'go',
		hint: true,
		run: services => {
			if (!back(services)) quitWhenArmed(services);
		},
	},
	{
		id: 'app.interrupt',
		keys: ['ctrl+c'],
		scopes: ['always'],
		group: 'act',
		run: interrupt,
	},
	{
		id: 'app.redraw',
		keys: ['ctrl+l'],
		scopes: ['always'],
		group: 'view',
		run: ({frontEnd}) => frontEnd.redraw(),
	},
	{
		id: 'app.suspend',
		keys: ['ctrl+z'],
		scopes: ['always'],
		group: 'go',
		blocked: (_state, _targets, {cannotSuspend}) => (cannotSuspend ? appMessages.cannotSuspend : undefined),
		run: ({frontEnd}) => frontEnd.suspend(),
	},
];
