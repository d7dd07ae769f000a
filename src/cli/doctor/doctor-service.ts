import {existsSync} from 'node:fs';
import type {CallReport} from '../../client/rest/exchange.ts';
import {type Config, loadConfig} from '../../config/load.ts';
import type {Flags} from '../../config/profile.ts';
import {ApiError} from '../../contract/errors.ts';
import type {Node} from '../../contract/models/node.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {OpenFeed, RefusedDestination} from '../../contract/packets.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Connection} from '../start/connection.ts';
import type {Finding} from './doctor-local.ts';
import {failureText} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {journalOf} from '../start/journal-file.ts';
import {secondsOf} from '../output/moments.ts';
import {openConnection} from '../start/connect.ts';
import {doctorServiceMessages} from '../../messages/doctor.ts';
import {sessionMessages} from '../../messages/login.ts';

/** Maximum clock difference before times in the journal and on screen mislead. */
const maxSkewMs = 5000;
const feedWaitMs = 5000;

/** Checks the reachability, permissions, clock and feed of the configured service. */
export async function checkService(io: Io, flags: Flags): Promise<Finding[]> {
	let config: Config;
	try {
		config = loadConfig({flags, env: io.env});
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return [{about: 'config', status: 'failure', text: error.message}];
	}
	const warnings = config.warnings.map((text): Finding => ({about: 'address', status: 'warning', text}));
	if (config.service === 'none') {
		return [...warnings, {about: 'service', status: 'warning', text: sessionMessages.noService}];
	}
	const calls: CallReport[] = [];
	const connection = openConnection(io, config, {onCall: call => calls.push(call)});
	const signal = AbortSignal.any([io.ending, AbortSignal.timeout(20_000)]);
	const target =
		config.baseUrl ??
		(config.service === 'local' ? doctorServiceMessages.localHere : doctorServiceMessages.demoHere);
	const origin = config.origins['credentials'];
	try {
		const startedAt = systemClock.monotonic();
		const team = await connection.api.myTeam({}, {signal});
		const ms = Math.round(systemClock.monotonic() - startedAt);
		const who = doctorServiceMessages.team(team.name ?? team.id, origin);
		return [
			...warnings,
			{about: 'service', status: 'ok', text: doctorServiceMessages.answered(target, ms, who)},
			...(await permissions(connection, team.id, signal)),
			...clock(calls),
			await feed(connection.openFeed, team.id, {where: config.feed.url ?? target, signal}),
			...(await proof(config)),
		];
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return [...warnings, {about: 'service', status: 'failure', text: `${target}: ${failureText(error)}`}];
	} finally {
		await connection.close(signal);
	}
}

/** Tests the read permissions of these credentials by reading. Write permissions are not tested. */
async function permissions({api}: Connection, teamId: string, signal: AbortSignal): Promise<Finding[]> {
	const checks: [string, () => Promise<Finding[]>][] = [
		['servers', () => api.listServers({teamId}, {signal}).then(({items}) => serverFindings(items))],
		['nodes', () => api.listNodes({teamId}, {signal}).then(({items}) => nodeFindings(items))],
		['automations', () => api.listAutomations({teamId}, {signal}).then(() => [])],
	];
	const found = await Promise.all(
		checks.map(async ([what, check]): Promise<Finding[]> => {
			try {
				const more = await check();
				return [{about: 'permission', status: 'ok', text: doctorServiceMessages.maySee(what)}, ...more];
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				const status = what === 'servers' ? 'failure' : 'warning';
				return [{about: 'permission', status, text: `${what}: ${failureText(error)}`}];
			}
		}),
	);
	return found.flat();
}

/** Which real servers have a console that cannot be used, and why. */
const serverFindings = (servers: readonly GameServer[]): Finding[] =>
	servers.flatMap(({id, displayName = id, consoleProblem}): Finding[] =>
		consoleProblem === undefined
			? []
			: [{about: 'console', status: 'warning', text: printableLine(`${displayName}: ${consoleProblem}`)}],
	);

/** The agents of nodes: how many are connected, and why each of the others is not. */
function nodeFindings(nodes: readonly Node[]): Finding[] {
	const connected = nodes.filter(({status}) => status === 'ONLINE').length;
	const text = doctorServiceMessages.connected(connected);
	return [
		...(connected > 0 ? [{about: 'node', status: 'ok', text} as const] : []),
		...nodes.flatMap((node): Finding[] => {
			const problem = nodeProblem(node);
			return problem === undefined ? [] : [{about: 'node', status: 'warning', text: problem}];
		}),
	];
}

function nodeProblem(node: Node): string | undefined {
	const {id, settings, status, lastAlive, daemonVersion: version, logoutReason: reason} = node;
	if (status === undefined || status === 'ONLINE') return undefined;
	const name = settings?.name ?? id;
	if (status === 'CREATION' && reason === undefined) return doctorServiceMessages.neverConnected(name);
	return doctorServiceMessages.away(name, status, {since: secondsOf(lastAlive), version, reason});
}

function clock(calls: readonly CallReport[]): Finding[] {
	const skewMs = calls.findLast(call => call.skewMs !== undefined)?.skewMs;
	if (skewMs === undefined) return [];
	const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
	const text = doctorServiceMessages.skew(seconds, skewMs < 0);
	return [{about: 'clock', status: Math.abs(skewMs) > maxSkewMs ? 'warning' : 'ok', text}];
}

/**
Reports what the TUI stored about the feed: whether it delivers shows only when commands are sent, and `doctor`
sends none.
*/
async function proof(config: Config): Promise<Finding[]> {
	const {path, scope} = journalOf(config);
	if (!existsSync(path)) return [];
	const {openJournal} = await import('../../journal/journal.ts');
	const journal = openJournal({path, scope, clock: systemClock, onProblem: () => {}});
	const found = journal.feedProof();
	journal.close();
	if (!found) return [];
	const when = new Date(found.at).toISOString();
	return found.missed === 0
		? [{about: doctorServiceMessages.feedProof, status: 'ok', text: doctorServiceMessages.delivered(when)}]
		: [
				{
					about: doctorServiceMessages.feedProof,
					status: 'warning',
					text: doctorServiceMessages.notDelivered(when, found.missed),
				},
			];
}

/** Checks the feed. The TUI polls without one, so a failure is only a warning. */
function feed(
	openFeed: OpenFeed | undefined,
	teamId: string,
	{where, signal}: {where: string; signal: AbortSignal},
): Promise<Finding> {
	const poor = (why: string): Finding => ({
		about: 'feed',
		status: 'warning',
		text: doctorServiceMessages.noFeed(where, why),
	});
	if (!openFeed) return Promise.resolve({about: 'feed', status: 'ok', text: doctorServiceMessages.feedIsOff});
	return new Promise(resolve => {
		const startedAt = systemClock.monotonic();
		let why = doctorServiceMessages.noAnswer(feedWaitMs / 1000);
		const end = (finding: Finding) => {
			cancelTimer();
			opened.close();
			resolve(finding);
		};
		const cancelTimer = systemClock.after(feedWaitMs, () => end(poor(why)));
		signal.addEventListener('abort', () => end(poor(doctorServiceMessages.notWaitedFor)), {once: true});
		const opened = {close: () => {}};
		const live = openFeed(teamId, heard => {
			if (heard.type !== 'status') return;
			const {status} = heard;
			if ('reason' in status && status.reason !== undefined) why = status.reason;
			const hasFailed = status.status === 'off' || ('retryAt' in status && status.retryAt !== undefined);
			if (hasFailed) end(poor(why));
			if (status.status === 'live')
				end(liveFinding(where, systemClock.monotonic() - startedAt, status.refused));
		});
		opened.close = live.close;
	});
}

function liveFinding(where: string, ms: number, refused: readonly RefusedDestination[] = []): Finding {
	const text = doctorServiceMessages.live(where, Math.round(ms));
	if (refused.length === 0) return {about: 'feed', status: 'ok', text};
	const without = refused.map(({destination, reason}) => doctorServiceMessages.refused(destination, reason));
	return {
		about: 'feed',
		status: 'warning',
		text: printableLine(doctorServiceMessages.liveWithout(text, without.join(', '))),
	};
}
