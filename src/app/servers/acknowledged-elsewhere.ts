import {isSameState} from '../../contract/states.ts';
import {printableLine} from '../../lib/text/text.ts';
import {nameOf} from '../../actions/names.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {isAcknowledged} from './alerts.ts';
import type {JournalChanges} from '../kernel/state/journal.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';

type Acknowledged = JournalChanges['acknowledged'][number];

/** How long an acknowledgment from another session waits until our polls show the problem, ms. */
const waitsMs = 60_000;

/** Applies what another session has acknowledged or unacknowledged, once the problem is seen here as well. */
export function createAcknowledgedElsewhere(services: Services): (changes: readonly Acknowledged[]) => void {
	const {store, clock} = services;
	let waiting: readonly Acknowledged[] = [];
	return changes => {
		const fresh = new Set(changes.map(({serverId}) => serverId));
		waiting = [...waiting.filter(({serverId}) => !fresh.has(serverId)), ...changes.map(clean)];
		if (waiting.length === 0) return;
		const {servers} = store.getState().fleet;
		const isHere = ({serverId, state, isKnown}: Acknowledged) => {
			const server = servers.get(serverId);
			return server !== undefined && (!isKnown || isSameState(server.state, state));
		};
		const here = waiting.filter(isHere);
		waiting = waiting.filter(one => !isHere(one) && clock.now() - one.at <= waitsMs);
		// A change since then is a different problem.
		const valid = here.filter(({at, changedAt}) => changedAt === undefined || changedAt <= at);
		for (const isKnown of [true, false]) takeOver(services, valid, isKnown);
	};
}

const clean = (one: Acknowledged): Acknowledged => ({
	...one,
	by: one.by === undefined ? undefined : printableLine(one.by),
	state: one.state === undefined ? undefined : printableLine(one.state),
});

function takeOver(services: Services, all: readonly Acknowledged[], isKnown: boolean): void {
	const {store} = services;
	const {fleet} = store.getState();
	const chosen = all.filter(
		one => one.isKnown === isKnown && isAcknowledged(fleet, one.serverId) !== isKnown,
	);
	if (chosen.length === 0) return;
	for (const [isWithNode, ones] of Map.groupBy(chosen, one => one.withNode)) {
		const serverIds = ones.map(({serverId}) => serverId);
		const by = new Map(
			ones.flatMap(({serverId, by, at}) => (by === undefined ? [] : [[serverId, {by, at}] as const])),
		);
		const withNode = isWithNode && new Map(ones.map(({serverId, at}) => [serverId, at]));
		store.dispatch({type: 'fleet/acknowledgedElsewhere', serverIds, isKnown, by, withNode});
	}
	const server = fleet.servers.get(chosen[0]?.serverId ?? '');
	const who = chosen.length === 1 && server ? nameOf(server) : serverListMessages.servers(chosen.length);
	const names = [...new Set(chosen.flatMap(({by}) => by ?? []))].join(', ') || undefined;
	notify(services, 'info', serverListMessages.acknowledgedElsewhere(who, isKnown, names));
}
