import {countdown} from '../timings.ts';
import {pause} from '../../lib/time/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {nodeAgentMessages, serverProcessMessages} from '../../messages/service.ts';
import {setting, textSetting} from '../agent/node-settings.ts';
import {inBackground} from '../agent/tasks.ts';
import {ConsoleError} from '../console/console-error.ts';
import {changeServer} from '../context.ts';
import {PowerError} from '../power/power-driver.ts';
import {setState} from '../records/publish.ts';
import type {ServerRecord} from '../records/records.ts';
import {operate, type Member, type OwnNode} from './node.ts';
import type {Judgment} from './judge.ts';
import {accept, keepProblems, show} from './observation.ts';
import {forgetReport, report} from './report.ts';

/** How often a server that starts is observed. */
const checkMs = 1000;
/** How long the console may take for a message to players or a save. */
const patienceMs = 30_000;
/** The same for one that has not answered anything. */
const shortPatienceMs = 5000;
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
		operate(node, serverId, async (member, signal) => {
			member.crashes = 0;
			await boot(node, serverId, member, signal);
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
			await kill(node, serverId, {member, signal});
			await settle(node, serverId, member, signal);
		});
}

/** Stops the server, by force if asked, if it is up, and starts it. A server that does not stop is not started. */
export function restart(node: OwnNode, serverId: string, force = false): Ordered {
	const {service} = node;
	changeServer(service, serverId, {wanted: 'up', startOrderedAt: service.clock.now()});
	forgetReport(node, serverId);
	return () =>
		operate(node, serverId, async (member, signal) => {
			const isUp = service.store.servers.get(serverId)?.state !== 'OFFLINE';
			const message = textSetting(service, serverId, 'RestartMessage');
			if (isUp && force) setState(service, serverId, 'STOPPING');
			const isDown =
				!isUp ||
				(force
					? await kill(node, serverId, {member, signal})
					: await shutDown(node, serverId, {member, message, signal}));
			if (!isDown) {
				changeServer(service, serverId, {startOrderedAt: undefined});
				if (force) await settle(node, serverId, member, signal);
				return;
			}
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
		do {
			member.crashes += 1;
			if (setting(service, id, 'RestartOnCrash') !== true || member.crashes > maxCrashes) {
				changeServer(service, id, {wanted: 'down'});
				return show(node, id, 'OFFLINE');
			}
			setState(service, id, 'RESTARTING');
			changeServer(service, id, {wanted: 'up'});
			await pause(service.clock, service.timings.probeMs, signal);
		} while (!(await boot(node, id, member, signal)));
	});
}

/** Sends a message to the players with the game's own command, if it is known. Resolves to whether the game answered. */
export async function announce(node: OwnNode, serverId: string, text: string): Promise<boolean> {
	const line = text === '' ? undefined : node.members.get(serverId)?.server.lines.say(text);
	return line !== undefined && (await tryCommand(node, serverId, line, patienceMs));
}

/** Starts a server and waits until it answers. Resolves to false, after a report, if it does not or has ended. */
async function boot(node: OwnNode, serverId: string, member: Member, signal: AbortSignal): Promise<boolean> {
	const {service} = node;
	const {server} = member;
	member.shutdownAt = undefined;
	setState(service, serverId, 'INITIALIZING');
	const isStarted = await attempt(node, serverId, 'start', {member, signal}, () => server.start(signal));
	changeServer(service, serverId, {startOrderedAt: undefined});
	if (!isStarted) {
		// Only another order starts it again.
		changeServer(service, serverId, {wanted: 'down'});
		await settle(node, serverId, member, signal);
		return false;
	}
	member.work?.carriedOut.resolve();
	const startedAt = service.clock.monotonic();
	for (;;) {
		const judgment = await server.observe(signal);
		if (judgment.state === 'ONLINE') member.crashes = 0;
		const isLagging = service.clock.monotonic() - startedAt < server.lagMs;
		const isPending = judgment.ended === undefined ? judgment.state === 'INITIALIZING' : isLagging;
		if (!isPending) {
			member.log = await server.log(signal);
			reportStart(node, serverId, member, judgment);
			accept(node, serverId, member, judgment);
			return judgment.state === 'ONLINE';
		}
		await pause(service.clock, checkMs, signal);
	}
}

const outputIn = (log: readonly string[]) =>
	log.filter(line => !line.startsWith(serverProcessMessages.log('')));

/** Reports a start after which the server is not up. What has ended before it answered has not crashed. */
function reportStart(node: OwnNode, serverId: string, {server, log}: Member, judgment: Judgment): void {
	const {state, problem, ended} = judgment;
	if (state === 'ONLINE') return;
	const {displayName = ''} = node.service.store.servers.get(serverId) ?? {};
	if (ended === undefined) {
		const {title, message} = ownServerMessages.notReady;
		return report(node, serverId, {
			type: 'SERVER_FAILED',
			title,
			message: message(displayName, server.readyMs / 1000, problem),
		});
	}
	if (state === 'OFFLINE') changeServer(node.service, serverId, {wanted: 'down'});
	const {title, message} = ownServerMessages.failed.start;
	const words = ownServerMessages.endedEarly(ended, outputIn(log));
	report(node, serverId, {type: 'SERVER_FAILED', title, message: message(displayName, words)});
}

type ShutDown = {member: Member; message: string | undefined; signal: AbortSignal};

/**
Resolves to whether the server was stopped. The countdown has the times of the public node agent. A server that is not known
to answer has none: nobody would see it.
*/
async function shutDown(
	node: OwnNode,
	serverId: string,
	{member, message, signal}: ShutDown,
): Promise<boolean> {
	const {clock, timings, store} = node.service;
	const {lines} = member.server;
	const startedAt = clock.monotonic();
	const until = (ms: number) => pause(clock, startedAt + ms - clock.monotonic(), signal);
	const isUp = store.servers.get(serverId)?.state !== 'UNKNOWN';
	const hasWarning = isUp && lines.say('') !== undefined;
	let hasAnswered = isUp && !hasWarning;
	const warn = (text: string) =>
		inBackground(node, async () => {
			if (await announce(node, serverId, text)) hasAnswered = true;
		});
	setState(node.service, serverId, 'STOPPING');
	if (hasWarning) {
		if (message) warn(message);
		for (const [index, text] of countdown.entries()) {
			await until(timings.countdownMs[index] ?? 0);
			warn(text);
		}
		await until(timings.saveMs);
	}
	if (lines.save !== undefined)
		await tryCommand(node, serverId, lines.save, hasAnswered ? patienceMs : shortPatienceMs);
	const {title, message: stepOf} = ownServerMessages.stopping;
	const onStep = (step: string) => {
		const {displayName = ''} = store.servers.get(serverId) ?? {};
		report(node, serverId, {
			type: 'SERVER_STOPPING',
			title,
			message: stepOf(displayName, step),
			isFailure: false,
		});
	};
	const isStopped = await attempt(node, serverId, 'stop', {member, signal}, () =>
		member.server.stop(signal, onStep),
	);
	await settle(node, serverId, member, signal);
	return isStopped;
}

/** Resolves to whether the server was killed. */
const kill = (node: OwnNode, serverId: string, {member, signal}: Pick<ShutDown, 'member' | 'signal'>) =>
	attempt(node, serverId, 'stop', {member, signal}, () => member.server.kill(signal));

/** Runs an operation that may be impossible. If so, resolves to false and notifies the team of the reason. */
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

/** Shows the actual state of the server instead of the expected one. */
async function settle(node: OwnNode, serverId: string, member: Member, signal: AbortSignal): Promise<void> {
	const judgment = await member.server.observe(signal);
	member.log = await member.server.log(signal);
	keepProblems(member, judgment);
	show(node, serverId, judgment.state);
}

/** Resolves to whether the game answered. */
async function tryCommand(
	{members, closed}: OwnNode,
	serverId: string,
	command: string,
	timeoutMs: number,
): Promise<boolean> {
	try {
		await members.get(serverId)?.server.send(command, {timeoutMs, signal: closed});
		return true;
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
		return false;
	}
}
