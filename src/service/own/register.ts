import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {hostname, platform, release, totalmem} from 'node:os';
import path from 'node:path';
import {systemClock} from '../../lib/time/clock.ts';
import {seedFirstTeam, type Seeding} from '../records/first-team.ts';
import {markOwnServers} from '../local/own-servers-mark.ts';
import {localNodeId} from './local-node.ts';
import {newServer} from '../records/new-server.ts';
import {isReal, ownApplicationId, type ServerRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {openStore} from '../records/store.ts';
import {networkConsole, type OwnSettings} from '../../contract/models/own-server.ts';

/** A real server as it is added. */
export type NewOwnServer = {displayName: string; gameType: string; own: OwnSettings; isWanted: boolean};

type Ids = Pick<Seeding, 'clock' | 'newId' | 'random'>;

/** Adds a real server, without connecting to it. */
export async function registerServer(
	service: Ids,
	records: Transaction,
	{displayName, gameType, own, isWanted}: NewOwnServer,
): Promise<ServerRecord> {
	const {applications, servers} = records;
	const teamId = (await applications.get(ownApplicationId))?.teamId ?? '';
	const {power, query} = own;
	const console = networkConsole(own);
	const serverDirectory = power.kind === 'process' ? power.directory : '';
	const nodeId = await localNode(service, records, teamId);
	const base = {teamId, nodeId, name: displayName, gameType, map: '', serverDirectory};
	const {server} = await newServer(service, records, base, 'UNKNOWN');
	return servers.put({
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
}

/** Changes how a real server is reached and run. The caller opens it again. */
export function changeOwn(
	{servers}: Transaction,
	server: ServerRecord,
	{displayName, gameType, own}: Pick<NewOwnServer, 'displayName' | 'gameType' | 'own'>,
): Promise<ServerRecord> {
	const {query, power} = own;
	const console = networkConsole(own);
	return servers.put({
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
async function localNode({clock, random}: Ids, {nodes}: Transaction, teamId: string): Promise<string> {
	if (await nodes.get(localNodeId)) return localNodeId;
	const now = clock.now();
	await nodes.put({
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

function inFile<Result>(file: string, work: (records: Seeding) => Result): Result {
	const store = openStore(file);
	const records: Seeding = {store, clock: systemClock, newId: randomUUID, random: Math.random};
	try {
		if (store.applications.count() === 0) store.atomically(() => seedFirstTeam(records));
		const result = work(records);
		markOwnServers(path.dirname(file), store);
		return result;
	} finally {
		store.close();
	}
}
