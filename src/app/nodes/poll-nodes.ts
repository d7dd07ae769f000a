import {createPatience, type Patience} from '../../lib/time/retry-delay.ts';
import {phaseOf} from '../../contract/states.ts';
import type {FleetState} from '../servers/fleet.ts';
import {maxConcurrent, readNodes, readTasks, readTasksOf} from './read-nodes.ts';
import {openScreen} from '../kernel/screens/screen-view.ts';
import type {Program} from '../kernel/state/program.ts';
import type {State} from '../state.ts';

const everyMs = 15_000;
/** Interval while nothing is scheduled and one poll reads all nodes, ms. */
const quietMs = 30_000;
/** Interval while the screen of nodes is open, ms. */
const openMs = 5000;
/** Interval between reads when servers drop out together, or a state is lost or known again, ms. */
const minMs = 2000;
/** Nodes that the cursor only passes are not read. */
const glanceMs = 300;

export type NodesWatch = {
	/** Reads immediately, including records that were refused before. */
	again: () => void;
	stop: () => void;
};

/**
Polls the nodes of the team and, if the service has them, their tasks, which show scheduled actions. Nothing
else needs either, so refused requests are repeated slowly. The screen of nodes shows the refusal, and `again`
retries.
*/
export function watchNodes(services: Program): NodesWatch {
	const {clock, store} = services;
	const closing = new AbortController();
	let cancelTimer = () => {};
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
		// The screen may have been opened in the meantime and have scheduled a poll.
		cancelTimer();
		cancelTimer = clock.after(intervalOf(store.getState(), clock.now()), () => void turn());
	};
	const begin = () => {
		// Credentials without permission for servers may still have permission for nodes.
		const {fleet, access} = store.getState();
		if (fleet.at === undefined && !(fleet.problem && access.team)) return;
		stopWaiting();
		void turn();
	};
	const stopWaiting = store.subscribe(begin);
	// The nodes of a large team are read in turns, but the one where the cursor rests at once.
	let seen: string | undefined;
	let cancelGlance = () => {};
	const glance = () => {
		const state = store.getState();
		const {view, nodes} = state;
		const wasOpen = isOpen;
		isOpen = view.pane === 'nodes';
		if (isOpen && !wasOpen && turns > 0 && nodesPatience.isDue()) {
			cancelTimer();
			cancelTimer = clock.after(
				Math.min(openMs, Math.max(0, openMs - clock.now() + (nodes.at ?? 0))),
				() => void turn(),
			);
		}
		const nodeId = isOpen ? openScreen(state, services.screens)?.current?.id : undefined;
		if (nodeId === seen) return;
		seen = nodeId;
		cancelGlance();
		if (nodeId === undefined || nodes.tasks.get(nodeId) || !tasksPatience.isDue()) return;
		cancelGlance = clock.after(glanceMs, () => void readTasksOf(services, nodeId, closing.signal));
	};
	const stopGlancing = store.subscribe(glance);
	// Their states tell of a node that is lost or back long before the next poll, and what was scheduled gets an id.
	let {fleet: before, scheduled: ordered} = store.getState();
	const readIfNews = () => {
		const {fleet, nodes, scheduled} = store.getState();
		if (fleet.since === before.since && scheduled.own === ordered.own) return;
		const isNew = scheduled.own !== ordered.own && awaitsTaskId(scheduled, clock.now());
		const hasNews = isNew || hasNewsOfNodes(before, fleet);
		[before, ordered] = [fleet, scheduled];
		if (!hasNews || turns === 0 || !nodesPatience.isDue()) return;
		cancelTimer();
		cancelTimer = clock.after(Math.max(0, minMs - clock.now() + (nodes.at ?? 0)), () => void turn());
	};
	const stopHearing = store.subscribe(readIfNews);
	return {
		again: () => {
			if (turns === 0) return;
			nodesPatience.reset();
			tasksPatience.reset();
			cancelTimer();
			void turn(true);
		},
		stop: () => {
			closing.abort();
			stopWaiting();
			stopGlancing();
			stopHearing();
			cancelTimer();
			cancelGlance();
		},
	};
}

function intervalOf({view, nodes, scheduled}: State, now: number): number {
	if (awaitsTaskId(scheduled, now)) return minMs;
	if (view.pane === 'nodes') return openMs;
	const isQuiet = scheduled.tasks.size + scheduled.own.size === 0;
	return isQuiet && nodes.nodes.length <= maxConcurrent ? quietMs : everyMs;
}

/** How long after an action was scheduled the tasks are read often until its task is known, ms. */
const taskWithinMs = 10_000;

/** Returns whether it is not yet known which task of a node is that of an action of this session. */
const awaitsTaskId = ({own}: State['scheduled'], now: number): boolean =>
	own
		.values()
		.some(
			({taskId, isUnclear, sentAt}) => taskId === undefined && !isUnclear && now - sentAt <= taskWithinMs,
		);

/**
Whether a node may have been lost or may be back: the state of a server has just become unknown or known, or several
servers of one node have just left the state of being up.
*/
function hasNewsOfNodes(before: FleetState, {since, servers}: FleetState): boolean {
	const left: string[] = [];
	for (const [id, {at}] of since) {
		const [old, now] = [before.servers.get(id), servers.get(id)];
		if (!old || !now || at === before.since.get(id)?.at) continue;
		const [from, to] = [phaseOf(old.state), phaseOf(now.state)];
		if (from !== to && (from === 'unknown' || to === 'unknown')) return true;
		if (from === 'online' && to !== 'online' && now.nodeId !== undefined) left.push(now.nodeId);
	}
	return new Set(left).size < left.length;
}

/** Calls `read` if it is due. `read` resolves to false if it was refused, most likely permanently. */
async function inTurn(patience: Patience, read: () => Promise<boolean>): Promise<void> {
	if (!patience.isDue()) return;
	if (await read()) patience.reset();
	else patience.refused();
}
