import {createPatience, type Patience} from '../../lib/retry-delay.ts';
import {readNodes, readTasks, readTasksOf} from './read-nodes.ts';
import {openScreen} from '../kernel/screen-view.ts';
import type {Program} from '../kernel/program.ts';

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
anything else, so what is refused is asked for slowly; the screen of the nodes shows it, and `again` asks again.
*/
export function watchNodes(services: Program): NodesWatch {
	const {clock, store} = services;
	const closing = new AbortController();
	let callOff = () => {};
	const nodesPatience = createPatience(clock);
	const tasksPatience = createPatience(clock);
	let turns = 0;
	let isOpen = false;
	const turn = async (retryMissing = false) => {
		const mine = ++turns;
		store.dispatch({type: 'scheduled/passed', now: clock.now()});
		await inTurn(nodesPatience, () => readNodes(services, closing.signal));
		await inTurn(tasksPatience, () => readTasks(services, closing.signal, retryMissing));
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
		if (isOpen && !wasOpen && turns > 0 && nodesPatience.isDue()) {
			callOff();
			callOff = clock.after(
				Math.min(openMs, Math.max(0, openMs - clock.now() + (nodes.at ?? 0))),
				() => void turn(),
			);
		}
		const nodeId = isOpen ? openScreen(state, services.screens)?.current?.id : undefined;
		if (nodeId === seen) return;
		seen = nodeId;
		callOffGlance();
		if (nodeId === undefined || nodes.tasks.get(nodeId) || !tasksPatience.isDue()) return;
		callOffGlance = clock.after(glanceMs, () => void readTasksOf(services, nodeId, closing.signal));
	};
	const stopGlancing = store.subscribe(glance);
	return {
		again: () => {
			if (turns === 0) return;
			nodesPatience.reset();
			tasksPatience.reset();
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

/** Does `read` where it is due; it gives false where it was refused, most likely for good. */
async function inTurn(patience: Patience, read: () => Promise<boolean>): Promise<void> {
	if (!patience.isDue()) return;
	if (await read()) patience.reset();
	else patience.refused();
}
