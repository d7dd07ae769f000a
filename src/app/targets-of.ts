import {serversOfKey} from './servers/selection.ts';
import {shownRun} from './multi-command/results-view.ts';
import {openScreen} from './kernel/screen-view.ts';
import type {Screens} from './kernel/list-screen.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/targets.ts';
import {currentWork} from './jobs/job-rows.ts';

/**
What a key acts on. Where one server is looked at, in its console and its details, it is that one; elsewhere the selected
servers, or the one under the cursor where none is selected.
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
