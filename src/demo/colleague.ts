import {tableOf} from '../lib/json/maps.ts';
import {repeat} from '../lib/time/clock.ts';
import {isAllowed} from '../service/access/accounts.ts';
import type {ServiceContext} from '../service/context.ts';
import {visibleState} from '../service/records/preconditions.ts';
import type {ServerRecord} from '../service/records/records.ts';
import {isSteady} from './simulated-servers.ts';

const ark = ['ListPlayers', 'GetChat', 'ShowMessageOfTheDay'];
export const harmlessCommands = tableOf({
	CS2: ['status', 'users', 'mp_maxrounds', 'bot_quota'],
	ARK_ASCENDED: ark,
	ARK_EVOLVED: ark,
});

/** Returns the members who may send commands, without the owner, who uses this program. */
export function colleaguesOf({store}: ServiceContext, teamId: string): string[] {
	const {members = [], ownerId} = store.teams.get(teamId) ?? {};
	return members
		.filter(member => member.id !== ownerId && isAllowed(member, 'MANAGE_SERVERS'))
		.map(({name}) => name);
}

const [minMs, maxMs] = [8000, 25_000];
const backupEveryMs = 4 * 60_000;
const firstBackupMs = 40_000;

/** Simulates a second admin of the team, who occasionally runs a harmless command or makes a backup. */
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
		// Real servers take no part in the simulation.
		!server.own &&
		visibleState(server, store.nodes.get(server.nodeId)) === 'ONLINE' &&
		isSteady(server);
	const runCommand = () => {
		const server = oneOf(store.servers.all().filter(isFree));
		const command = server && oneOf(harmlessCommands.get(server.gameType) ?? []);
		if (!command) return;
		const by = oneOf(colleaguesOf(service, teamId));
		const order = {serverId: server.id, command, commandId: newId(), by};
		void service.agentOf(server.nodeId).rcon(order).catch(onBug);
	};
	let waitMs = firstBackupMs;
	const backUp = () => {
		waitMs = backupEveryMs;
		const server = oneOf(store.servers.all().filter(isFree));
		if (server) service.agentOf(server.nodeId).backUp(server.id, 'before the patch');
	};
	const ends = [
		repeat(clock, () => minMs + random() * (maxMs - minMs), runCommand),
		repeat(clock, () => waitMs, backUp),
	];
	return () => {
		for (const end of ends) end();
	};
}
