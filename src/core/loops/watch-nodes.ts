import {readNodes, readTasks, readTasksOf} from '../actions/nodes.ts';
import {openScreen} from '../screens/view.ts';
import type {Services} from '../services.ts';

const everyMs = 15_000;
/** While somebody looks at them. */
const openMs = 5000;
/** Nodes that the cursor only passes are not asked. */
const glanceMs = 300;

export type NodesWatch = {
	/** Asks at once, also for what was refused before. */
	again: () => void;
	stop: () => void;
};

/**
Reads the nodes of the team and, where the service has them, their tasks: what is scheduled. Neither is needed for
anything else, so the first refusal for good ends it; the screen of the nodes shows it, and `again` asks anew.
*/
export function watchNodes(services: Services): NodesWatch {
	const {clock, store} = services;
	const closing = new AbortController();
	let callOff = () => {};
	let hasNodes = true;
	let hasTasks = true;
	let turns = 0;
	let isOpen = false;
	const turn = async (anew = false) => {
		const mine = ++turns;
		store.dispatch({type: 'pending/passed', now: clock.now()});
		if (hasNodes) hasNodes = await readNodes(services, closing.signal);
		if (hasTasks) hasTasks = await readTasks(services, closing.signal, anew);
		if (closing.signal.aborted || mine !== turns) return;
		// The screen may have been opened meanwhile, and planned a turn of its own.
		callOff();
		callOff = clock.after(isOpen ? openMs : everyMs, () => void turn());
	};
	const begin = () => {
		// Credentials that may not see servers may see nodes.
		const {fleet, access} = store.getState();
		if (fleet.at === undefined && !(fleet.problem && access.team)) return;
		stopLooking();
		void turn();
	};
	const stopLooking = store.subscribe(begin);
	// A large team's nodes are read in turns; the one that somebody stops at is read at once.
	let seen: string | undefined;
	let callOffGlance = () => {};
	const glance = () => {
		const state = store.getState();
		const {view, nodes} = state;
		const wasOpen = isOpen;
		isOpen = view.pane === 'nodes';
		if (isOpen && !wasOpen && turns > 0 && hasNodes) {
			callOff();
			callOff = clock.after(Math.max(0, openMs - clock.now() + (nodes.at ?? 0)), () => void turn());
		}
		const nodeId = isOpen ? openScreen(state)?.selected?.id : undefined;
		if (nodeId === seen) return;
		seen = nodeId;
		callOffGlance();
		if (nodeId === undefined || nodes.tasks.get(nodeId) || !hasTasks) return;
		callOffGlance = clock.after(glanceMs, () => void readTasksOf(services, nodeId, closing.signal));
	};
	const stopGlancing = store.subscribe(glance);
	return {
		again: () => {
			if (turns === 0) return;
			hasNodes = true;
			hasTasks = true;
			callOff();
			void turn(true);
		},
		stop: () => {
			closing.abort();
			stopLooking();
			stopGlancing();
			callOff();
			callOffGlance();
		},
	};
}
