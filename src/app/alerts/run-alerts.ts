import {nodeLabel} from '../../actions/names.ts';
import {alertNotices} from '../../messages/alert-delivery.ts';
import type {AlertDelivery, AlertPort} from '../kernel/alert-port.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {isSelfCaused} from '../servers/self-caused.ts';
import type {State} from '../state.ts';
import {afterSending, alertOf, dueAlert, seeing, type AlertState} from './engine.ts';
import {memoryOf, recalled} from './memory.ts';
import {sightOfNodes, sightOfServers, sightOfService} from './sights.ts';

/** A session that does not send asks this often whether it is to, ms; one that does shows so often that it is there. */
const claimMs = 30_000;

/** What has not changed is written again so often: it counts for a day only, ms. */
const keepMs = 3_600_000;

/** Watches what the session reads and sends what is due. One step at a time; what changes meanwhile is the next one. */
export function runAlerts(services: Services, port: AlertPort): () => void {
	const {store, clock, settings} = services;
	let alerts: AlertState | undefined;
	let memory: string | undefined;
	let keptAt = 0;
	const closing = new AbortController();
	let isRunning = false;
	let isAsked = false;
	let callOff = () => {};

	const step = async (): Promise<number | undefined> => {
		if (!(await port.claim())) {
			alerts = undefined;
			return undefined;
		}
		alerts ??= recalled(await port.recall(), clock.now());
		const now = clock.now();
		alerts = look(alerts, store.getState(), settings.profile.label, now);
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
		const kept = memoryOf(alerts, 0);
		if (kept !== memory || clock.now() - keptAt > keepMs) {
			keptAt = clock.now();
			port.remember(memoryOf(alerts, keptAt));
		}
		memory = kept;
		return due.nextAt;
	};
	const run = async () => {
		isAsked = true;
		if (isRunning) return;
		isRunning = true;
		while (isAsked && !closing.signal.aborted) {
			isAsked = false;
			callOff();
			const nextAt = await step();
			const delayMs = Math.min(claimMs, nextAt === undefined ? claimMs : nextAt - clock.now());
			callOff = clock.after(Math.max(0, delayMs), () => void run());
		}
		isRunning = false;
		if (closing.signal.aborted) callOff();
	};
	let before = store.getState();
	const unsubscribe = store.subscribe(() => {
		const state = store.getState();
		const {fleet, nodes} = before;
		before = state;
		const isSame =
			state.fleet.list === fleet.list &&
			state.fleet.problem === fleet.problem &&
			state.nodes.nodes === nodes.nodes;
		if (!isSame) void run();
	});
	void run();
	return () => {
		closing.abort();
		unsubscribe();
		callOff();
		port.release();
	};
}

/** What has not been read yet was not seen; while the list cannot be read, it says nothing new. */
function look(alerts: AlertState, {fleet, nodes}: State, profile: string, now: number): AlertState {
	if (fleet.at === undefined) return alerts;
	const isAnswering = fleet.problem === undefined;
	const known = seeing(alerts, sightOfService(profile, isAnswering), now);
	if (!isAnswering) return known;
	const servers = seeing(
		known,
		sightOfServers(fleet.list, id => isSelfCaused(fleet, id)),
		now,
	);
	return nodes.at === undefined ? servers : seeing(servers, sightOfNodes(nodes.nodes), now);
}

function nodeName({fleet, nodes}: State, id: string): string {
	const node = nodes.nodes.find(one => one.id === id);
	return node ? nodeLabel(node) : (fleet.list.find(({nodeId}) => nodeId === id)?.nodeName ?? id);
}

/** A failure is said when it happens, and stays in the header until an alert is delivered. */
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
