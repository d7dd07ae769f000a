import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {hostname, platform, release, totalmem} from 'node:os';
import path from 'node:path';
import {systemClock} from '../../lib/clock.ts';
import {seedFirstTeam, type Records} from '../first-team.ts';
import {markOwnServers} from '../local/own-servers-mark.ts';
import {localNodeId} from './local-node.ts';
import {newServer} from '../new-server.ts';
import {isReal, ownApplicationId, type ServerRecord} from '../records.ts';
import {openStore} from '../store.ts';
import {networkConsole, type OwnSettings} from '../../contract/models/own-server.ts';

/** A real server as it is added. */
export type NewOwnServer = {displayName: string; gameType: string; own: OwnSettings; isWanted: boolean};

/** Adds a real server to the records in a transaction. Reaches for nothing. Throws `Refusal` if its name is taken. */
export function registerServer(
	records: Records,
	{displayName, gameType, own, isWanted}: NewOwnServer,
): ServerRecord {
	const {store} = records;
	const teamId = store.applications.get(ownApplicationId)?.teamId ?? '';
	const {power, query} = own;
	const console = networkConsole(own);
	const serverDirectory = power.kind === 'process' ? power.directory : '';
	return store.atomically(() => {
		const nodeId = localNode(records, teamId);
		const base = {teamId, nodeId, name: displayName, gameType, map: '', serverDirectory};
		const server = newServer(records, base, 'UNKNOWN');
		return store.servers.put({
			...server,
			own,
			wanted: isWanted ? 'up' : 'down',
			maxPlayers: undefined,
			modCount: undefined,
			serverIp: console?.host ?? query?.host,
			serverPort: undefined,
			queryPort: query?.port,
			rconPort: console?.port,
		});
	});
}

/** Changes how a real server is reached and run. The caller opens it again. */
export function changeOwn(
	{store}: Records,
	server: ServerRecord,
	{displayName, gameType, own}: Pick<NewOwnServer, 'displayName' | 'gameType' | 'own'>,
): ServerRecord {
	const {query, power} = own;
	const console = networkConsole(own);
	return store.servers.put({
		...server,
		displayName,
		gameType,
		own,
		serverDirectory: power.kind === 'process' ? power.directory : '',
		serverIp: console?.host ?? query?.host,
		queryPort: query?.port,
		rconPort: console?.port,
	});
}

/** Returns the id of this machine's node, which is created on first use. */
function localNode({store, clock, random}: Records, teamId: string): string {
	if (store.nodes.get(localNodeId)) return localNodeId;
	const now = clock.now();
	store.nodes.put({
		id: localNodeId,
		teamId,
		inviteToken: 100_000 + Math.floor(random() * 900_000),
		daemonVersion: 'rcondeck',
		status: 'ONLINE',
		lastAlive: now,
		lastLogin: now,
		settings: {name: 'local', manageFirewallAutomatically: false, enableAutoUpdate: false},
		systemData: {
			os: `${platform()} ${release()}`,
			hostname: hostname(),
			// MiB, as in the public agent.
			ram: Math.round(totalmem() / 1024 / 1024),
			ipAddresses: ['127.0.0.1'],
		},
	});
	return localNodeId;
}

/**
Returns whether the records, which need not exist, have a real server or a linked node. Throws `UsageError` if they are in
use.
*/
export const hasServersOrNodes = (file: string): boolean =>
	existsSync(file) &&
	inFile(
		file,
		({store}) => store.servers.all().some(isReal) || store.nodes.all().some(({link}) => link !== undefined),
	);

function inFile<Result>(file: string, work: (records: Records) => Result): Result {
	const store = openStore(file);
	const records: Records = {store, clock: systemClock, newId: randomUUID, random: Math.random};
	try {
		if (store.applications.count() === 0) store.atomically(() => seedFirstTeam(records));
		const result = work(records);
		markOwnServers(path.dirname(file), store);
		return result;
	} finally {
		store.close();
	}
}
