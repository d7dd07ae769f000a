import {tableOf} from '../lib/maps.ts';
import {repeat} from '../lib/clock.ts';
import type {Plane} from '../service/context.ts';
import {visibleState} from '../service/preconditions.ts';
import type {ServerRecord} from '../service/records.ts';

const ark = ['ListPlayers', 'GetChat', 'ShowMessageOfTheDay'];
/** What a colleague looks at now and then. */
const rounds = tableOf({
	CS2: ['status', 'users', 'mp_maxrounds', 'bot_quota'],
	ARK_ASCENDED: ark,
	ARK_EVOLVED: ark,
});

const [leastMs, mostMs] = [8000, 25_000];
/** From one backup of a colleague to the next. */
const backupEveryMs = 4 * 60_000;
const firstBackupMs = 40_000;

/** A second admin of the team, who runs a harmless command now and then, and sometimes makes a backup. */
export function startAdmin(plane: Plane, teamId: string, onBug: (bug: unknown) => void): () => void {
	const {clock, random, store, newId} = plane;
	const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
		items[Math.floor(random() * items.length)];
	const isFree = (server: ServerRecord) =>
		server.teamId === teamId &&
		// A real server is nobody's toy.
		!server.attached &&
		visibleState(plane, server) === 'ONLINE' &&
		(server.behaviour ?? 'steady') === 'steady';
	const look = () => {
		const server = oneOf(store.servers.all().filter(isFree));
		const command = server && oneOf(rounds.get(server.gameType) ?? []);
		if (!command) return;
		const order = {serverId: server.id, command, commandId: newId()};
		void plane.agentOf(server.nodeId).rcon(order).catch(onBug);
	};
	let waitMs = firstBackupMs;
	const backUp = () => {
		waitMs = backupEveryMs;
		const server = oneOf(store.servers.all().filter(isFree));
		if (server) plane.agentOf(server.nodeId).backUp(server.id, 'before the patch');
	};
	const ends = [
		repeat(clock, () => leastMs + random() * (mostMs - leastMs), look),
		repeat(clock, () => waitMs, backUp),
	];
	return () => {
		for (const end of ends) end();
	};
}
