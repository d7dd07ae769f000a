import {isSameState, phaseOf} from '../../contract/states.ts';
import {printableLine} from '../../lib/text/text.ts';
import {nameOf} from '../../actions/names.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {nodeOutages} from '../nodes/node-outages.ts';
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
	const {fleet, nodes} = store.getState();
	const serverIds = all
		.filter(one => one.isKnown === isKnown && isAcknowledged(fleet, one.serverId) !== isKnown)
		.map(({serverId}) => serverId);
	if (serverIds.length === 0) return;
	const chosen = new Set(serverIds);
	const authors = all.flatMap(({serverId, by, at}) =>
		by !== undefined && chosen.has(serverId) ? [[serverId, {by, at}] as const] : [],
	);
	// That a server crashes is another problem than its lost node, of which this session may not know yet.
	const onLost = new Set(nodeOutages({fleet, nodes}).flatMap(({servers}) => servers));
	const isLost = (id: string) => onLost.has(id) || phaseOf(fleet.servers.get(id)?.state) === 'unknown';
	for (const [withNode, ids] of Map.groupBy(serverIds, isLost)) {
		const by = new Map(authors.filter(([id]) => isLost(id) === withNode));
		store.dispatch({type: 'fleet/acknowledgedElsewhere', serverIds: ids, isKnown, by, withNode});
	}
	const [first = ''] = serverIds;
	const server = fleet.servers.get(first);
	const who =
		serverIds.length === 1 && server ? nameOf(server) : serverListMessages.servers(serverIds.length);
	const names = [...new Set(authors.map(([, {by}]) => by))].join(', ') || undefined;
	notify(services, 'info', serverListMessages.acknowledgedElsewhere(who, isKnown, names));
}
