import {printableLine} from '../../lib/text.ts';
import {nameOf} from '../list/order.ts';
import {isAcknowledged} from '../list/trouble.ts';
import type {News} from '../memory.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';

type Acknowledged = News['acknowledged'][number];

/** The other deck may have heard of the trouble sooner than our polls tell. */
const waitsMs = 60_000;

/**
What other decks of the same person have acknowledged or taken back counts here, too. It is looked for after each poll:
what it is about was read just then.
*/
export function hearDecks(services: Services): () => void {
	const {store, memory, clock} = services;
	let waiting: readonly Acknowledged[] = [];
	let seen: number | undefined;
	let isOver = false;
	const look = async () => {
		const news = await memory.news();
		if (isOver) return;
		const fresh = news?.acknowledged.map(one => ({
			...one,
			state: one.state === undefined ? undefined : printableLine(one.state),
		}));
		if (fresh) {
			const ids = new Set(fresh.map(({serverId}) => serverId));
			waiting = [...waiting.filter(({serverId}) => !ids.has(serverId)), ...fresh];
		}
		if (waiting.length > 0) settle();
	};
	const settle = () => {
		const {servers} = store.getState().fleet;
		const isHere = ({serverId, state, isKnown}: Acknowledged) =>
			servers[serverId] !== undefined && (!isKnown || servers[serverId].state === state);
		const here = waiting.filter(isHere);
		waiting = waiting.filter(one => !isHere(one) && clock.now() - one.at <= waitsMs);
		// What has changed since is other trouble.
		const valid = here.filter(({at, changedAt}) => changedAt === undefined || changedAt <= at);
		for (const isKnown of [true, false]) takeOver(services, valid, isKnown);
	};
	const unsubscribe = store.subscribe(() => {
		const {at} = store.getState().fleet;
		if (at === seen) return;
		seen = at;
		void look();
	});
	return () => {
		isOver = true;
		unsubscribe();
	};
}

function takeOver(services: Services, all: readonly Acknowledged[], isKnown: boolean): void {
	const {store} = services;
	const {fleet} = store.getState();
	const serverIds = all
		.filter(one => one.isKnown === isKnown && isAcknowledged(fleet, one.serverId) !== isKnown)
		.map(({serverId}) => serverId);
	if (serverIds.length === 0) return;
	store.dispatch({type: 'fleet/acknowledgedElsewhere', serverIds, isKnown});
	const [first = ''] = serverIds;
	const server = fleet.servers[first];
	const who = serverIds.length === 1 && server ? nameOf(server) : `${serverIds.length} servers`;
	const done = isKnown ? 'Acknowledged on another deck' : 'Loud again, taken back on another deck';
	notify(services, 'info', `${done}: ${who}.`);
}
