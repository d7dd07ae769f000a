import {alertMessages} from '../../messages/alerts.ts';
import {notify} from '../kernel/state/notify.ts';
import {serverName} from '../../actions/names.ts';
import {phaseOf} from '../../contract/states.ts';
import type {Services} from '../kernel/state/services.ts';
import type {FleetState} from './fleet.ts';
import {changedServers} from './fleet-changes.ts';
import {phasesById} from './fleet-values.ts';
import {isSelfCaused} from '../kernel/state/self-caused.ts';

/**
How long a server must stay down before the bell rings, ms: a node that logs in again reports its servers OFFLINE and
ONLINE within seconds.
*/
const settleMs = 15_000;

/**
Rings once for all servers that went down together and stayed down, and for those that hang, if enabled in the settings.
*/
export function ringBell({store, clock, settings, frontEnd, ...rest}: Services): () => void {
	if (!settings.bell) return () => {};
	let before = store.getState().fleet;
	let firstAt = before.at;
	let suspects = new Set<string>();
	let cancelTimer: (() => void) | undefined;
	const ringIfStillDown = () => {
		cancelTimer = undefined;
		const {fleet} = store.getState();
		const phases = phasesById(fleet);
		// A change caused elsewhere may have become known in the meantime.
		const down = [...suspects].filter(id => phases.get(id) === 'offline' && !isSelfCaused(fleet, id));
		const hung = [...suspects].filter(id => phases.get(id) === 'hung');
		suspects = new Set();
		const texts = [
			bellText(fleet, down, alertMessages.bell),
			bellText(fleet, hung, alertMessages.bellHung),
		].filter(text => text !== undefined);
		if (texts.length === 0) return;
		const text = texts.join(' ');
		frontEnd.bell(settings.bell === 'notify' ? text : undefined);
		notify({store, clock, settings, frontEnd, ...rest}, 'failure', text);
	};
	const check = () => {
		const {fleet} = store.getState();
		if (fleet.list === before.list && fleet.hung === before.hung) return;
		firstAt ??= fleet.at;
		// The contents of the first list are not a change.
		const newlyHung = fleet.at === firstAt ? [] : fleet.hung.difference(before.hung);
		const changed = [...newlyDown(before, fleet), ...newlyHung];
		before = fleet;
		for (const id of changed) suspects.add(id);
		if (suspects.size > 0) cancelTimer ??= clock.after(settleMs, ringIfStillDown);
	};
	const unsubscribe = store.subscribe(check);
	return () => {
		unsubscribe();
		cancelTimer?.();
	};
}

/** Names the first three servers; undefined if there are none. */
function bellText(
	fleet: FleetState,
	ids: readonly string[],
	words: (names: string, more: string) => string,
): string | undefined {
	const names = ids.slice(0, 3).map(id => serverName(fleet, id));
	const more = ids.length > 3 ? alertMessages.bellMore(ids.length - 3) : '';
	return names.length === 0 ? undefined : words(names.join(', '), more);
}

const isDown = (state: string | undefined) => phaseOf(state) === 'offline';

/** A stop of our own is not reported. */
function newlyDown(before: FleetState, fleet: FleetState): string[] {
	return changedServers(before, fleet)
		.filter(({server, old}) => old && !isDown(old.state) && isDown(server.state))
		.map(({server}) => server.id)
		.filter(id => !isSelfCaused(fleet, id));
}
