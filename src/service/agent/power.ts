import {countdown} from '../timings.ts';
import {pause} from '../../lib/time/clock.ts';
import {nodeAgentMessages} from '../../messages/service.ts';
import {changeServer, driverOf} from '../context.ts';
import {gameCommands} from './game-commands.ts';
import {notify} from '../records/history.ts';
import {activityOf, type Node, replaceWork} from './node.ts';
import {killProcess, launch} from './process.ts';
import {ask, tryCommand} from './rcon-queue.ts';
import {setState} from '../records/publish.ts';
import {setting, textSetting} from './node-settings.ts';
import {inBackground} from './tasks.ts';

/** The node gives up after this many crashes without having been ONLINE. */
const maxCrashes = 3;

/*
Each order changes the records at once and returns the work, which must start after the commit.
*/
type Ordered = () => Promise<void>;

/** Starts a server: OFFLINE to INITIALIZING to ONLINE. */
export function start(node: Node, serverId: string): Ordered {
	changeServer(node.service, serverId, {wanted: 'up'});
	return () => {
		activityOf(node, serverId).crashes = 0;
		return replaceWork(node, serverId, signal => boot(node, serverId, signal));
	};
}

/** Stops a server: ONLINE to STOPPING to OFFLINE. It warns the players, saves the world and asks the game to exit. */
export function stop(node: Node, serverId: string, text = ''): Ordered {
	changeServer(node.service, serverId, {wanted: 'down'});
	const message = text || textSetting(node.service, serverId, 'StopMessage') || nodeAgentMessages.stopping;
	return () =>
		replaceWork(node, serverId, async signal => {
			await shutDown(node, serverId, message, signal);
			setState(node.service, serverId, 'OFFLINE');
		});
}

/** Ends the process without telling the players and without saving. */
export function forceStop(node: Node, serverId: string): Ordered {
	const {service} = node;
	changeServer(service, serverId, {wanted: 'down'});
	return () =>
		replaceWork(node, serverId, async signal => {
			setState(service, serverId, 'STOPPING');
			await killProcess(node, serverId);
			await pause(service.clock, service.timings.probeMs, signal);
			setState(service, serverId, 'OFFLINE');
		});
}

/** Restarts a server: ONLINE to STOPPING to OFFLINE to INITIALIZING to ONLINE. A server that is down is started. */
export function restart(node: Node, serverId: string, force = false): Ordered {
	const {clock, timings, store} = node.service;
	changeServer(node.service, serverId, {wanted: 'up'});
	return () =>
		replaceWork(node, serverId, async signal => {
			const isUp = store.servers.get(serverId)?.state !== 'OFFLINE';
			if (isUp && force) {
				setState(node.service, serverId, 'STOPPING');
				await killProcess(node, serverId);
				setState(node.service, serverId, 'OFFLINE');
			} else if (isUp) {
				const message = textSetting(node.service, serverId, 'RestartMessage');
				if (message) {
					inBackground(node, () => announce(node, serverId, message));
					await pause(clock, timings.restartNoticeMs, signal);
				}
				await shutDown(node, serverId, undefined, signal);
				setState(node.service, serverId, 'OFFLINE');
			}
			await boot(node, serverId, signal);
		});
}

/** Handles a crash: RESTARTING or OFFLINE, depending on the profile. */
export function afterCrash(node: Node, serverId: string): Promise<void> {
	const {service} = node;
	const activity = activityOf(node, serverId);
	const server = service.store.servers.get(serverId);
	if (server) {
		const {title, message} = nodeAgentMessages.crashed;
		notify(service, server.teamId, {type: 'SERVER_CRASHED', title, message: message(server.displayName, '')});
	}
	return replaceWork(node, serverId, async signal => {
		activity.crashes += 1;
		if (setting(service, serverId, 'RestartOnCrash') !== true || activity.crashes > maxCrashes) {
			changeServer(service, serverId, {wanted: 'down'});
			setState(service, serverId, 'OFFLINE');
			return;
		}
		setState(service, serverId, 'RESTARTING');
		await pause(service.clock, service.timings.probeMs, signal);
		await boot(node, serverId, signal);
	});
}

/** Sends a message to the players with the game's own command. */
export async function announce(node: Node, serverId: string, text: string): Promise<void> {
	const {game} = activityOf(node, serverId);
	if (text !== '') await game?.say(text);
}

async function boot(node: Node, serverId: string, signal: AbortSignal): Promise<void> {
	const {clock, timings} = node.service;
	const server = setState(node.service, serverId, 'INITIALIZING');
	const commands = commandsOf(node, serverId);
	if (!server) return;
	// No driver can run it.
	if (!commands || !driverOf(node.service, server)) return void setState(node.service, serverId, 'OFFLINE');
	await launch(node, server);
	while (!(await tryCommand(node, serverId, commands.probe))) await pause(clock, timings.probeMs, signal);
	signal.throwIfAborted();
	activityOf(node, serverId).crashes = 0;
	setState(node.service, serverId, 'ONLINE');
}

async function shutDown(
	node: Node,
	serverId: string,
	message: string | undefined,
	signal: AbortSignal,
): Promise<void> {
	const {clock, timings} = node.service;
	const commands = commandsOf(node, serverId);
	const startedAt = clock.now();
	const until = (ms: number) => pause(clock, startedAt + ms - clock.now(), signal);
	setState(node.service, serverId, 'STOPPING');
	if (message) inBackground(node, () => announce(node, serverId, message));
	for (const [index, text] of countdown.entries()) {
		await until(timings.countdownMs[index] ?? 0);
		inBackground(node, () => announce(node, serverId, text));
	}
	await until(timings.saveMs);
	const saved = commands?.save === undefined || (await tryCommand(node, serverId, commands.save));
	activityOf(node, serverId).endExpected = true;
	if (commands && saved) {
		await until(timings.exitMs);
		await leave(node, serverId, commands.exit, signal);
	}
	await killProcess(node, serverId);
	// The node notices the end of the process at its next probe.
	await pause(clock, timings.probeMs, signal);
}

/** Asks the game to exit and waits for up to `graceMs`. */
async function leave(
	node: Node,
	serverId: string,
	command: string | undefined,
	signal: AbortSignal,
): Promise<void> {
	const {clock, timings} = node.service;
	const {game} = activityOf(node, serverId);
	if (command === undefined) return game?.close();
	const ended = new Promise<void>(resolve => (game ? game.onExit(() => resolve()) : resolve()));
	// Many games close the connection instead of answering.
	void ask(node, serverId, command).catch(() => {});
	const enough = new AbortController();
	const patience = pause(clock, timings.graceMs, AbortSignal.any([signal, enough.signal]));
	await Promise.race([ended, patience]).finally(() => enough.abort());
}

function commandsOf({service}: Node, serverId: string) {
	const server = service.store.servers.get(serverId);
	return server && gameCommands(server.gameType);
}
