import {alertMessages} from '../../messages/alerts.ts';
import {notify} from '../kernel/notify.ts';
import {nameOf} from '../../actions/names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {Services} from '../kernel/services.ts';
import type {FleetState} from './fleet.ts';
import {changedServers} from './fleet-changes.ts';
import {isSelfCaused} from './self-caused.ts';

/**
How long a server must stay down before the bell rings, ms: a node that logs in again reports its servers OFFLINE and
ONLINE within seconds.
*/
const settleMs = 15_000;

/** Rings once for all servers that went down together and stayed down, if enabled in the settings. */
export function ringBell({store, clock, settings, frontEnd, ...rest}: Services): () => void {
	if (!settings.bell) return () => {};
	let before = store.getState().fleet;
	let suspects = new Set<string>();
	let cancelTimer: (() => void) | undefined;
	const ringIfStillDown = () => {
		cancelTimer = undefined;
		const {fleet} = store.getState();
		const {servers} = fleet;
		// A change caused elsewhere may have become known in the meantime.
		const down = [...suspects]
			.flatMap(id => servers.get(id) ?? [])
			.filter(({id, state}) => isDown(state) && !isSelfCaused(fleet, id));
		suspects = new Set();
		if (down.length === 0) return;
		const names = down.slice(0, 3).map(nameOf);
		const more = down.length > 3 ? alertMessages.bellMore(down.length - 3) : '';
		const text = alertMessages.bell(names.join(', '), more);
		frontEnd.bell(settings.bell === 'notify' ? text : undefined);
		notify({store, clock, settings, frontEnd, ...rest}, 'failure', text);
	};
	const check = () => {
		const {fleet} = store.getState();
		if (fleet.list === before.list) return;
		const newlyOffline = newlyDown(before, fleet);
		before = fleet;
		for (const id of newlyOffline) suspects.add(id);
		if (suspects.size > 0) cancelTimer ??= clock.after(settleMs, ringIfStillDown);
	};
	const unsubscribe = store.subscribe(check);
	return () => {
		unsubscribe();
		cancelTimer?.();
	};
}

const isDown = (state: string | undefined) => phaseOf(state) === 'offline';

/** A stop of our own is no news. */
function newlyDown(before: FleetState, fleet: FleetState): string[] {
	return changedServers(before, fleet)
		.filter(({server, old}) => old && !isDown(old.state) && isDown(server.state))
		.map(({server}) => server.id)
		.filter(id => !isSelfCaused(fleet, id));
}
