import path from 'node:path';
import {performance} from 'node:perf_hooks';
import type {createClient as CreateClient, FeedEvent, FeedStatus} from '../../src/client/index.ts';
import {openFaultyService} from './faulty-service.ts';
import {noticeMs, type FeedFaultRow} from './feed-fault-row.ts';

/** How long the feed may take to be live again: an attempt, and the delay after a few failures. */
const recoveryMs = 20_000;
/** How long a feed that should stay live is watched. */
const watchMs = 500;

/** The library as it ships. */
export async function builtClient(): Promise<typeof CreateClient> {
	const built = path.resolve(import.meta.dirname, '../../dist/client/index.js');
	return ((await import(built)) as {createClient: typeof CreateClient}).createClient;
}

/** `problems` is empty if the feed survived. Durations are in ms. */
export type FeedTrial = {problems: string[]; noticedMs?: number; liveAgainMs?: number; attempts: number};

/** Begins and ends a fault for the feed of the client library, and checks what the feed says and delivers. */
export async function tryFeedFault(
	fault: FeedFaultRow,
	createClient: typeof CreateClient,
): Promise<FeedTrial> {
	const faulty = await openFaultyService();
	const statuses: FeedStatus[] = [];
	const events: FeedEvent[] = [];
	const client = createClient({
		baseUrl: faulty.url,
		credentials: {token: faulty.token},
		feed: {url: faulty.feedUrl},
	});
	const problems: string[] = [];
	const feed = client.followTeam(faulty.service.teamId, signal => {
		if (signal.type === 'status') statuses.push(signal.status);
		else for (const event of signal.events) events.push(event);
	});
	let attempts = 0;
	const sampling = setInterval(() => {
		if (faulty.feedConnections() > 1) problems.push(`${faulty.feedConnections()} connections at once`);
	}, 20);
	const within = async (ms: number, what: string, isSo: () => boolean): Promise<number | undefined> => {
		const startedAt = performance.now();
		// The feed shares this process with the service and with other trials, which may keep it busy.
		let busyMs = 0;
		while (!isSo()) {
			const now = performance.now();
			if (now - startedAt > ms + busyMs) {
				problems.push(`${what}: not within ${ms} ms, but ${JSON.stringify(statuses.at(-1))}`);
				return undefined;
			}
			await new Promise(resolve => setTimeout(resolve, 10));
			busyMs += Math.max(0, performance.now() - now - 30);
		}
		return Math.round(performance.now() - startedAt);
	};
	const isLive = () => statuses.at(-1)?.status === 'live';
	await within(recoveryMs, 'live', isLive);
	const from = statuses.length;
	const since = () => statuses.slice(from);
	faulty.feed.set({
		...fault,
		act: (connection, isNew) => {
			if (isNew) attempts++;
			return fault.act(connection, isNew);
		},
	});
	let noticedMs: number | undefined;
	if (fault.live !== 'stays') {
		const {withinMs = noticeMs, says = /./} = fault;
		noticedMs = await within(withinMs, 'noticed', () => since().some(({status}) => status !== 'live'));
		const hasSaid = () => since().some(status => 'reason' in status && says.test(status.reason ?? ''));
		if (fault.live === 'ends') await within(withinMs + recoveryMs, `says ${says}`, hasSaid);
		else await within(recoveryMs, 'returns', isLive);
	} else {
		await new Promise(resolve => setTimeout(resolve, watchMs));
		for (const status of since()) problems.push(`did not stay live: ${JSON.stringify(status)}`);
	}
	faulty.feed.set(undefined);
	if (fault.isPatient && !isLive()) feed.redial();
	const liveAgainMs = await within(recoveryMs, 'live again', isLive);
	const hasDelivered = async (command: string) => {
		const count = () =>
			events.filter(event => event.kind === 'rcon' && event.packet.command.command === command).length;
		const before = statuses.length;
		await client.awaitRcon({serverId: 'bravo', command, timeoutMs: 30_000});
		await within(noticeMs, 'delivers', () => count() > 0 || statuses.length > before);
		if (count() > 1) problems.push(`delivered ${count()} times`);
		if (count() > 0 || statuses.length === before) return true;
		// A machine that is busy with the fault has missed a heart-beat: nobody delivers what was sent meanwhile.
		await within(recoveryMs, 'live once more', isLive);
		return false;
	};
	// A command that is sent after the fault arrives exactly once.
	let isDelivered = false;
	for (const command of ['mp_maxrounds', 'bot_quota', 'mp_limitteams'])
		isDelivered ||= await hasDelivered(command);
	if (!isDelivered) problems.push('delivers: the feed was lost again during each command');
	clearInterval(sampling);
	feed.close();
	await faulty.close();
	const times = {
		...(noticedMs !== undefined && {noticedMs}),
		...(liveAgainMs !== undefined && {liveAgainMs}),
	};
	return {problems: [...new Set(problems)], attempts, ...times};
}
