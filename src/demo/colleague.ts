import {tableOf} from '../lib/maps.ts';
import {repeat} from '../lib/clock.ts';
import type {ServiceContext} from '../service/context.ts';
import {visibleState} from '../service/preconditions.ts';
import type {ServerRecord} from '../service/records.ts';
import {isSteady} from './simulated-servers.ts';

const ark = ['ListPlayers', 'GetChat', 'ShowMessageOfTheDay'];
/** What a colleague looks at now and then. */
const rounds = tableOf({
	CS2: ['status', 'users', 'mp_maxrounds', 'bot_quota'],
	ARK_ASCENDED: ark,
	ARK_EVOLVED: ark,
});

const [minMs, maxMs] = [8000, 25_000];
/** From one backup of a colleague to the next. */
const backupEveryMs = 4 * 60_000;
const firstBackupMs = 40_000;

/** A second admin of the team, who runs a harmless command now and then, and sometimes makes a backup. */
export function startColleague(
	service: ServiceContext,
	teamId: string,
	onBug: (bug: unknown) => void,
): () => void {
	const {clock, random, store, newId} = service;
	const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
		items[Math.floor(random() * items.length)];
	const isFree = (server: ServerRecord) =>
		server.teamId === teamId &&
		// A real server is nobody's toy.
		!server.attached &&
		visibleState(service, server) === 'ONLINE' &&
		isSteady(server);
	const look = () => {
		const server = oneOf(store.servers.all().filter(isFree));
		const command = server && oneOf(rounds.get(server.gameType) ?? []);
		if (!command) return;
		const order = {serverId: server.id, command, commandId: newId()};
		void service.agentOf(server.nodeId).rcon(order).catch(onBug);
	};
	let waitMs = firstBackupMs;
	const backUp = () => {
		waitMs = backupEveryMs;
		const server = oneOf(store.servers.all().filter(isFree));
		if (server) service.agentOf(server.nodeId).backUp(server.id, 'before the patch');
	};
	const ends = [
		repeat(clock, () => minMs + random() * (maxMs - minMs), look),
		repeat(clock, () => waitMs, backUp),
	];
	return () => {
		for (const end of ends) end();
	};
}
