import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {hostname, platform, release, totalmem} from 'node:os';
import {systemClock} from '../../lib/clock.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {attachedServerMessages} from '../../messages/service-servers.ts';
import {isDirectory} from '../field-checks.ts';
import {ownApplicationId, seedFirstTeam, type Records} from '../first-team.ts';
import {defaultCommands} from '../game-commands.ts';
import type {ServerRecord} from '../records.ts';
import {newServer} from '../new-server.ts';
import {openStore} from '../store.ts';
import type {AttachedRecord, AttachOptions} from './attached-record.ts';

/** The node of real servers: this machine. */
const localNodeId = 'node-local';
const [stopMs, readyMs] = [30_000, 300_000];

/**
Registers a real server, or updates the one with the same name, in the records of a closed service. A new file gets its
own team and application. Throws `UsageError`.
*/
export function attachToFile(file: string, options: AttachOptions): {server: ServerRecord; isNew: boolean} {
	const store = openStore(file);
	const records: Records = {store, clock: systemClock, newId: randomUUID, random: Math.random};
	try {
		if (store.applications.count() === 0) store.atomically(() => seedFirstTeam(records));
		return attach(records, options);
	} finally {
		store.close();
	}
}

/** Returns true if the records, which need not exist, have a real server. Throws `UsageError` if they are in use. */
export function hasAttachedServers(file: string): boolean {
	if (!existsSync(file)) return false;
	const store = openStore(file);
	try {
		return store.servers.all().some(({attached}) => attached);
	} finally {
		store.close();
	}
}

/** Does the same as `attachToFile` in open records. Starts nothing. */
export function attach(records: Records, options: AttachOptions): {server: ServerRecord; isNew: boolean} {
	const {store} = records;
	const name = options.name.trim();
	if (name === '') throw new UsageError(attachedServerMessages.nameNeeded);
	if (options.command.length === 0) throw new UsageError(attachedServerMessages.commandNeeded);
	if (!isDirectory(options.directory)) throw new UsageError(attachedServerMessages.directoryNeeded);
	const teamId = store.applications.get(ownApplicationId)?.teamId ?? '';
	const sameName = (server: ServerRecord) =>
		server.teamId === teamId && server.displayName.trim().toLowerCase() === name.toLowerCase();
	const known = store.servers.all().find(sameName);
	if (known && !known.attached) throw new UsageError(attachedServerMessages.nameTaken(name));
	return store.atomically(() => {
		const nodeId = localNode(records, teamId);
		const {gameType, directory: serverDirectory} = options;
		const server =
			known ?? newServer(records, {teamId, nodeId, name, gameType, map: '', serverDirectory}, 'OFFLINE');
		const attached = recordOf(options);
		store.servers.put({
			...server,
			gameType,
			serverDirectory,
			attached,
			maxPlayers: known?.maxPlayers ?? 16,
			rconPort: attached.console.port,
			wanted: options.start ? 'up' : server.wanted,
		});
		return {server, isNew: known === undefined};
	});
}

function recordOf(options: AttachOptions): AttachedRecord {
	const {command, console, stopCommand, saveCommand} = options;
	const usual = defaultCommands(options.gameType);
	const stop = stopCommand ?? usual.stopCommand;
	const save = saveCommand ?? usual.saveCommand;
	const say = options.sayCommand ?? usual.sayCommand;
	return {
		command: [...command],
		console,
		...(stop !== undefined && {stopCommand: stop}),
		...(save !== undefined && {saveCommand: save}),
		...(say !== undefined && {sayCommand: say}),
		probeCommand: options.probeCommand ?? usual.probeCommand,
		stopMs: options.stopMs ?? stopMs,
		readyMs: options.readyMs ?? readyMs,
	};
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
