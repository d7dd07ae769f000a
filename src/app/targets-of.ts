import {currentServer} from './servers/current-server.ts';
import {serversOfKey} from './servers/selection.ts';
import {shownRun} from './multi-command/results-view.ts';
import {openScreen} from './kernel/screens/screen-view.ts';
import type {Screens} from './kernel/screens/list-screen.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/state/targets.ts';
import {currentWork} from './jobs/jobs-view.ts';

/**
Returns what a key acts on. In the console and the details of a server, that is this server, while the list shows it;
elsewhere, the selected servers, or the current one if none is selected.
*/
export function targetsOf(state: State, screens: Screens): Targets {
	const {pane} = state.view;
	const server = currentServer(state);
	const isAlone = pane === 'console' || pane === 'details';
	const view = openScreen(state, screens);
	return {
		servers: !isAlone ? serversOfKey(state) : server === undefined ? [] : [server],
		server,
		row: view?.current && {list: view.screen.id, id: view.current.id},
		work: currentWork(state)?.id,
		gate: state.dialog?.kind === 'jobs' ? state.dialog.gate : undefined,
		run: pane === 'results' ? shownRun(state)?.id : undefined,
	};
}
