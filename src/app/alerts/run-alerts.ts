import {nodeLabel} from '../../actions/names.ts';
import {alertNotices} from '../../messages/alerts.ts';
import type {AlertDelivery, AlertPort, Services} from '../kernel/state/services.ts';
import {notify} from '../kernel/state/notify.ts';
import {phasesById} from '../servers/fleet-values.ts';
import {isSelfCaused} from '../kernel/state/self-caused.ts';
import type {State} from '../state.ts';
import {isWhole} from '../servers/fleet-changes.ts';
import {ownChangesOf} from '../servers/read-fleet.ts';
import {
	afterFleetAlert,
	afterSending,
	alertOf,
	dueAlert,
	dueFleetChanges,
	fleetAlert,
	applySnapshot,
	type AlertState,
} from './engine.ts';
import {serializeState, restoreState} from './memory.ts';
import {nodesSnapshot, serversSnapshot, serviceSnapshot} from './snapshots.ts';

/** The interval, ms, at which a session asks whether it should send, and at which the sending one renews its claim. */
const claimMs = 30_000;

/** The interval at which unchanged state is saved again, ms. Saved state expires after a day. */
const keepMs = 3_600_000;

/** Watches the lists that the session polls, and sends due alerts, one step at a time. */
export function runAlerts(services: Services, port: AlertPort): () => void {
	const {store, clock, settings} = services;
	let alerts: AlertState | undefined;
	let memory: string | undefined;
	let keptAt = 0;
	const closing = new AbortController();
	let isRunning = false;
	let isAsked = false;
	let cancelTimer = () => {};

	const step = async (): Promise<number | undefined> => {
		if (!(await port.claim())) {
			alerts = undefined;
			return undefined;
		}
		alerts ??= restoreState(await port.recall(), clock.now());
		const now = clock.now();
		alerts = applyState(alerts, store.getState(), settings.profile.label, now);
		const due = dueAlert(alerts, port.rules, now);
		if (due.event !== undefined) {
			const alert = alertOf(due, alerts, {
				profile: settings.profile.label,
				now,
				nodeName: id => nodeName(store.getState(), id),
			});
			const deliveries = await port.send(alert);
			report(services, deliveries);
			const isDelivered = deliveries.some(({problem}) => problem === undefined);
			alerts = afterSending(alerts, due, isDelivered, clock.now());
		}
		const fleet = await sendFleetChanges(services, port, alerts);
		alerts = fleet.state;
		const kept = serializeState(alerts, 0);
		if (kept !== memory || clock.now() - keptAt > keepMs) {
			keptAt = clock.now();
			port.remember(serializeState(alerts, keptAt));
		}
		memory = kept;
		const soonest = Math.min(due.nextAt ?? Infinity, fleet.nextAt ?? Infinity);
		return Number.isFinite(soonest) ? soonest : undefined;
	};
	const run = async () => {
		isAsked = true;
		if (isRunning) return;
		isRunning = true;
		while (isAsked && !closing.signal.aborted) {
			isAsked = false;
			cancelTimer();
			const nextAt = await step();
			const delayMs = Math.min(claimMs, nextAt === undefined ? claimMs : nextAt - clock.now());
			cancelTimer = clock.after(Math.max(0, delayMs), () => void run());
		}
		isRunning = false;
		if (closing.signal.aborted) cancelTimer();
	};
	let before = store.getState();
	const unsubscribe = store.subscribe(() => {
		const state = store.getState();
		const {fleet, nodes} = before;
		before = state;
		const isSame =
			state.fleet.list === fleet.list &&
			state.fleet.problem === fleet.problem &&
			state.fleet.hung === fleet.hung &&
			state.nodes.nodes === nodes.nodes;
		if (!isSame) void run();
	});
	void run();
	return () => {
		closing.abort();
		unsubscribe();
		cancelTimer();
		port.release();
	};
}

/** Sends which servers were created, deleted or renamed elsewhere. `nextAt`: when to check again. */
async function sendFleetChanges(
	services: Services,
	port: AlertPort,
	alerts: AlertState,
): Promise<{state: AlertState; nextAt: number | undefined}> {
	const {store, clock, settings} = services;
	const state = store.getState();
	const {list: servers, at, problem} = state.fleet;
	if (at === undefined || problem || !isWhole(state.fleet)) return {state: alerts, nextAt: undefined};
	const now = clock.now();
	const fleet = {servers, isOwn: ownChangesOf(state, now)};
	const due = dueFleetChanges(alerts, fleet, port.rules, now);
	const {changes} = due;
	if (changes.length === 0) return due;
	const deliveries = await port.send(fleetAlert(changes, settings.profile.label, now));
	report(services, deliveries);
	const isDelivered = deliveries.some(one => one.problem === undefined);
	return {state: afterFleetAlert(due.state, fleet, isDelivered, clock.now()), nextAt: clock.now()};
}

/** Applies the lists that have been read. While the server list cannot be read, only the service counts as down. */
function applyState(alerts: AlertState, {fleet, nodes}: State, profile: string, now: number): AlertState {
	if (fleet.at === undefined) return alerts;
	const isAnswering = fleet.problem === undefined;
	const known = applySnapshot(alerts, serviceSnapshot(profile, isAnswering), now);
	if (!isAnswering) return known;
	const phases = phasesById(fleet);
	const servers = applySnapshot(
		known,
		serversSnapshot(
			fleet.list,
			id => !fleet.hung.has(id) && (isSelfCaused(fleet, id) || phases.get(id) === 'stopped'),
			fleet.hung,
		),
		now,
	);
	return nodes.at === undefined ? servers : applySnapshot(servers, nodesSnapshot(nodes.nodes), now);
}

function nodeName({fleet, nodes}: State, id: string): string {
	const node = nodes.nodes.find(one => one.id === id);
	return node ? nodeLabel(node) : (fleet.list.find(({nodeId}) => nodeId === id)?.nodeName ?? id);
}

/** Shows a failure once, and keeps it in the header until an alert is delivered. */
function report(services: Services, deliveries: readonly AlertDelivery[]): void {
	const reasons = deliveries.flatMap(({problem}) => problem ?? []);
	services.store.dispatch({
		type: 'alerts/settled',
		problem: reasons.length === 0 ? undefined : reasons.join('; '),
	});
	if (reasons.length === 0) return;
	const words = reasons.length < deliveries.length ? alertNotices.partly : alertNotices.failed;
	notify(services, 'failure', words(reasons));
}
