import {openAttachedServer} from '../attached/attached-server.ts';
import type {AttachedRecord} from '../attached/attached-record.ts';
import {isRunning, markOf, type ProcessMark} from '../attached/process-mark.ts';
import {changeServer} from '../context.ts';
import {openGameServer, type RunningGame} from '../../demo/games/game-server.ts';
import type {ServerRecord} from '../records.ts';
import {lifeOf, type Node} from './node.ts';

/** The running process; where the node is lazy and the server is up, one is launched now. */
export async function processOf(node: Node, serverId: string): Promise<RunningGame | undefined> {
	const {game, launching} = lifeOf(node, serverId);
	if (game || launching) return game ?? launching;
	const server = node.plane.store.servers.get(serverId);
	return node.lazy && server?.state === 'ONLINE' ? adoptProcess(node, server) : undefined;
}

/** Starts the process; the game listens after a while. An end that nobody asked for is told to `onCrash`. */
export function launch(node: Node, server: ServerRecord): Promise<RunningGame> {
	return begin(node, server, {bootMs: node.plane.timings.bootMs});
}

/** The process of a server that was up all along: it listens, and people play. */
export function adoptProcess(node: Node, server: ServerRecord): Promise<RunningGame> {
	return begin(node, server, {players: usualPlayers(server)});
}

/** How many play on a server of which nobody has looked at the game yet. */
export function usualPlayers({id, maxPlayers}: ServerRecord): number {
	let mixed = 0;
	for (const character of id) mixed = (mixed * 31 + character.charCodeAt(0)) % 997;
	return Math.floor((maxPlayers * (mixed % 80)) / 100);
}

type Start = {bootMs?: number; players?: number};

async function begin(node: Node, server: ServerRecord, start: Start): Promise<RunningGame> {
	const life = lifeOf(node, server.id);
	life.endExpected = false;
	life.launching = open(node, server, start);
	let game: RunningGame;
	try {
		game = await life.launching;
	} finally {
		life.launching = undefined;
	}
	life.game = game;
	game.onExit(() => {
		if (life.game !== game) return;
		life.game = undefined;
		if (!life.endExpected && !node.closed.aborted) node.onCrash(server.id);
	});
	if (node.closed.aborted) await game.release();
	return game;
}

/** Ends the process at once, without asking the game. */
export async function killProcess(node: Node, serverId: string): Promise<void> {
	const game = await giveUp(node, serverId);
	await game?.kill();
}

/** Ends the process: a real server is asked first, and may save its world. */
export async function closeProcess(node: Node, serverId: string): Promise<void> {
	const game = await giveUp(node, serverId);
	await game?.close();
}

/** The same because the service ends. False where a real server is left running. */
export async function releaseProcess(node: Node, serverId: string): Promise<boolean> {
	const game = await giveUp(node, serverId);
	return (await game?.release()) ?? true;
}

/** Ends the process that an earlier service was still to end. */
export async function closeLeftover(node: Node, server: ServerRecord): Promise<void> {
	const {attached, process} = server;
	if (!attached || !process) return;
	lifeOf(node, server.id).endExpected = true;
	const game = await openReal(node, server, attached, process);
	await game.close();
}

async function giveUp(node: Node, serverId: string): Promise<RunningGame | undefined> {
	const life = lifeOf(node, serverId);
	life.endExpected = true;
	const game = life.game ?? (await life.launching?.catch(() => undefined));
	life.game = undefined;
	return game;
}

function open(node: Node, server: ServerRecord, start: Start): Promise<RunningGame> {
	const {plane} = node;
	const {attached} = server;
	if (attached) {
		const running = server.process && isRunning(server.process) ? server.process : undefined;
		return openReal(node, server, attached, running);
	}
	const profile = plane.store.profiles.get(server.settingProfileId);
	return openGameServer({
		gameType: server.gameType,
		name: server.displayName,
		map: profile?.map ?? '',
		maxPlayers: server.maxPlayers,
		clock: plane.clock,
		random: plane.random,
		password: passwordIn(profile?.gameUserSettings['ServerSettings']) ?? server.id,
		...(server.behaviour && {behaviour: server.behaviour}),
		quirks: {...plane.rconQuirks, ...server.quirks},
		...start,
	});
}

/** A real server; what is known of its process outlives us, so that it can be found again. */
async function openReal(
	node: Node,
	server: ServerRecord,
	attached: AttachedRecord,
	running: ProcessMark | undefined,
): Promise<RunningGame> {
	const {plane} = node;
	const {id, serverDirectory: directory} = server;
	const logFile = plane.logFile(id);
	const game = await openAttachedServer({attached, directory, logFile, running, clock: plane.clock});
	const mark = game.pid === undefined ? undefined : markOf(game.pid);
	lifeOf(node, id).log = game.log;
	if (mark) changeServer(plane, id, {process: mark});
	return game;
}

function passwordIn(settings: Record<string, unknown> | undefined): string | undefined {
	const password = settings?.['ServerAdminPassword'];
	return typeof password === 'string' && password !== '' ? password : undefined;
}
