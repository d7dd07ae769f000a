import {pause} from '../../lib/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {nodeAgentMessages} from '../../messages/service-servers.ts';
import {setting, textSetting} from '../agent/node-settings.ts';
import {inBackground} from '../agent/tasks.ts';
import {ConsoleError} from '../console/console-error.ts';
import {changeServer} from '../context.ts';
import {PowerError} from '../power/power-driver.ts';
import {setState} from '../publish.ts';
import type {ServerRecord} from '../records.ts';
import {operate, type Member, type OwnNode} from './node.ts';
import {accept, show} from './observation.ts';
import {forgetReport, report} from './report.ts';

/** How often a server that starts is observed. */
const checkMs = 1000;
/** How long the console may take for a message to players or a save. */
const patienceMs = 30_000;
/** Restarts after consecutive crashes without having been ONLINE. */
const maxCrashes = 3;

/*
Each order changes the records at once and returns the work, which must start after the commit.
*/
type Ordered = () => Promise<void>;

/** Starts a server: INITIALIZING until it answers. */
export function start(node: OwnNode, serverId: string): Ordered {
	changeServer(node.service, serverId, {wanted: 'up', startOrderedAt: node.service.clock.now()});
	forgetReport(node, serverId);
	return () =>
		operate(node, serverId, (member, signal) => {
			member.crashes = 0;
			return boot(node, serverId, member, signal);
		});
}

/** Warns the players, saves, and stops the server. */
export function stop(node: OwnNode, serverId: string, text = ''): Ordered {
	const {service} = node;
	changeServer(service, serverId, {wanted: 'down', startOrderedAt: undefined});
	forgetReport(node, serverId);
	const message = text || textSetting(service, serverId, 'StopMessage') || nodeAgentMessages.stopping;
	return () =>
		operate(node, serverId, async (member, signal) => {
			await shutDown(node, serverId, {member, message, signal});
		});
}

/** Kills the server without warning and without saving. */
export function forceStop(node: OwnNode, serverId: string): Ordered {
	changeServer(node.service, serverId, {wanted: 'down', startOrderedAt: undefined});
	forgetReport(node, serverId);
	return () =>
		operate(node, serverId, async (member, signal) => {
			setState(node.service, serverId, 'STOPPING');
			await attempt(node, serverId, 'stop', {member, signal}, () => member.server.kill(signal));
			await settle(node, serverId, member, signal);
		});
}

/** Stops the server, if it is up, and starts it. A server that does not stop is not started. */
export function restart(node: OwnNode, serverId: string): Ordered {
	const {service} = node;
	changeServer(service, serverId, {wanted: 'up', startOrderedAt: service.clock.now()});
	forgetReport(node, serverId);
	return () =>
		operate(node, serverId, async (member, signal) => {
			const isUp = service.store.servers.get(serverId)?.state !== 'OFFLINE';
			const message = textSetting(service, serverId, 'RestartMessage');
			if (isUp && !(await shutDown(node, serverId, {member, message, signal})))
				return void changeServer(service, serverId, {startOrderedAt: undefined});
			await boot(node, serverId, member, signal);
		});
}

/** Handles the unexpected end of a process: restarts it if its profile says so, up to a limit. */
export function afterCrash(node: OwnNode, {id, displayName}: ServerRecord): Promise<void> {
	const {service} = node;
	return operate(node, id, async (member, signal) => {
		const {title, message} = nodeAgentMessages.crashed;
		const words = message(displayName, member.log.slice(-2).join(' · '));
		report(node, id, {type: 'SERVER_CRASHED', title, message: words});
		member.crashes += 1;
		if (setting(service, id, 'RestartOnCrash') !== true || member.crashes > maxCrashes) {
			changeServer(service, id, {wanted: 'down'});
			return show(node, id, 'OFFLINE');
		}
		setState(service, id, 'RESTARTING');
		await pause(service.clock, service.timings.probeMs, signal);
		await boot(node, id, member, signal);
	});
}

/** Sends a message to the players with the game's own command, if it is known. */
export async function announce(node: OwnNode, serverId: string, text: string): Promise<void> {
	const line = text === '' ? undefined : node.members.get(serverId)?.server.lines.say(text);
	if (line !== undefined) await tryCommand(node, serverId, line);
}

async function boot(node: OwnNode, serverId: string, member: Member, signal: AbortSignal): Promise<void> {
	setState(node.service, serverId, 'INITIALIZING');
	const isStarted = await attempt(node, serverId, 'start', {member, signal}, () =>
		member.server.start(signal),
	);
	changeServer(node.service, serverId, {startOrderedAt: undefined});
	if (!isStarted) return settle(node, serverId, member, signal);
	member.work?.carriedOut.resolve();
	for (;;) {
		const judgement = await member.server.observe(signal);
		if (judgement.state === 'ONLINE') member.crashes = 0;
		if (judgement.state !== 'INITIALIZING') {
			member.log = await member.server.log(signal);
			return accept(node, serverId, member, judgement);
		}
		await pause(node.service.clock, checkMs, signal);
	}
}

type ShutDown = {member: Member; message: string | undefined; signal: AbortSignal};

/** Resolves to whether the server was stopped. The countdown has the times of the public node agent. */
async function shutDown(
	node: OwnNode,
	serverId: string,
	{member, message, signal}: ShutDown,
): Promise<boolean> {
	const {clock, timings} = node.service;
	const {lines} = member.server;
	const startedAt = clock.monotonic();
	const until = (ms: number) => pause(clock, startedAt + ms - clock.monotonic(), signal);
	setState(node.service, serverId, 'STOPPING');
	if (lines.say('') !== undefined) {
		if (message) inBackground(node, () => announce(node, serverId, message));
		for (const [index, text] of ['3', '2', '1', 'STOP'].entries()) {
			await until(timings.countdownMs[index] ?? 0);
			inBackground(node, () => announce(node, serverId, text));
		}
		await until(timings.saveMs);
	}
	if (lines.save !== undefined) await tryCommand(node, serverId, lines.save);
	const isStopped = await attempt(node, serverId, 'stop', {member, signal}, () => member.server.stop(signal));
	await settle(node, serverId, member, signal);
	return isStopped;
}

/** Does what may be impossible. Resolves to false and notifies the team with the reason if it is. */
async function attempt(
	node: OwnNode,
	serverId: string,
	what: 'start' | 'stop',
	{member, signal}: Pick<ShutDown, 'member' | 'signal'>,
	work: () => Promise<void>,
): Promise<boolean> {
	try {
		await work();
		return true;
	} catch (error) {
		if (!(error instanceof PowerError)) throw error;
		member.log = await member.server.log(signal);
		const {displayName = ''} = node.service.store.servers.get(serverId) ?? {};
		const {title, message} = ownServerMessages.failed[what];
		report(node, serverId, {type: 'SERVER_FAILED', title, message: message(displayName, error.message)});
		return false;
	}
}

/** Shows what the server is, whatever it was meant to be. */
async function settle(node: OwnNode, serverId: string, member: Member, signal: AbortSignal): Promise<void> {
	const {state, problem} = await member.server.observe(signal);
	member.log = await member.server.log(signal);
	member.problem = problem;
	show(node, serverId, state);
}

async function tryCommand({members, closed}: OwnNode, serverId: string, command: string): Promise<void> {
	try {
		await members.get(serverId)?.server.send(command, {timeoutMs: patienceMs, signal: closed});
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
	}
}
