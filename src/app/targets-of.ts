import {serversOfKey} from './servers/selection.ts';
import {shownRun} from './multi-command/results-view.ts';
import {openScreen} from './kernel/screen-view.ts';
import type {Screens} from './kernel/list-screen.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/targets.ts';
import {currentWork} from './jobs/job-rows.ts';

/**
Returns what a key acts on. In the console and the details of a server, that is this server; elsewhere, the
selected servers, or the current one if none is selected.
*/
export function targetsOf(state: State, screens: Screens): Targets {
	const {pane, currentId} = state.view;
	const server = currentId !== undefined && state.fleet.servers.has(currentId) ? currentId : undefined;
	const isAlone = pane === 'console' || pane === 'details';
	const view = openScreen(state, screens);
	return {
		servers: !isAlone ? serversOfKey(state) : server === undefined ? [] : [server],
		server,
		row: view?.current && {list: view.screen.id, id: view.current.id},
		work: currentWork(state)?.id,
		run: pane === 'results' ? shownRun(state)?.id : undefined,
	};
}
