import {driverOf} from '../context.ts';
import type {ServerRecord} from '../records/records.ts';
import type {RunningServer, ServerDriver} from './server-driver.ts';
import {activityOf, type Node} from './node.ts';

/** Returns the running process. A lazy server that is up without a process is adopted now. */
export async function processOf(node: Node, serverId: string): Promise<RunningServer | undefined> {
	const {game, launching} = activityOf(node, serverId);
	if (game || launching) return game ?? launching;
	const server = node.service.store.servers.get(serverId);
	return server?.state === 'ONLINE' && isLazy(node, server) ? adoptProcess(node, server) : undefined;
}

/** Returns true if a server that is up has no process until one is needed. */
export function isLazy({service, serverCount}: Node, server: ServerRecord): boolean {
	return serverCount > (driverOf(service, server)?.maxEager ?? Infinity);
}

/** Starts the process; the game listens after a while. An unexpected end is reported to `onCrash`. */
export function launch(node: Node, server: ServerRecord): Promise<RunningServer> {
	return openProcess(node, server, 'start');
}

/** Adopts the process of a server that was already up. */
export function adoptProcess(node: Node, server: ServerRecord): Promise<RunningServer> {
	return openProcess(node, server, 'adopt');
}

async function openProcess(node: Node, server: ServerRecord, how: 'start' | 'adopt'): Promise<RunningServer> {
	const activity = activityOf(node, server.id);
	activity.endExpected = false;
	activity.launching = open(node, server, how);
	let game: RunningServer;
	try {
		game = await activity.launching;
	} finally {
		activity.launching = undefined;
	}
	activity.game = game;
	game.onExit(() => {
		if (activity.game !== game) return;
		activity.game = undefined;
		if (!activity.endExpected && !node.closed.aborted) node.onCrash(server.id);
	});
	if (node.closed.aborted) await game.close();
	return game;
}

/** Closes the process when the service closes. */
export async function closeProcess(node: Node, serverId: string): Promise<void> {
	const game = await detachProcess(node, serverId);
	await game?.close();
}

/** Kills the process without asking the game. */
export async function killProcess(node: Node, serverId: string): Promise<void> {
	const game = await detachProcess(node, serverId);
	await game?.kill();
}

async function detachProcess(node: Node, serverId: string): Promise<RunningServer | undefined> {
	const activity = activityOf(node, serverId);
	activity.endExpected = true;
	const game = activity.game ?? (await activity.launching?.catch(() => undefined));
	activity.game = undefined;
	return game;
}

async function open(
	node: Node,
	server: ServerRecord,
	how: keyof Pick<ServerDriver, 'start' | 'adopt'>,
): Promise<RunningServer> {
	const {service} = node;
	const driver = driverOf(service, server);
	if (!driver) throw new TypeError(`Nothing can run servers of the game type ${server.gameType}.`);
	const game = await driver[how]({server, profile: service.store.profiles.get(server.settingProfileId)});
	return game;
}
