import {openPtyTui} from '../pty/pty-tui.ts';
import {openShipped} from '../shipped/shipped.ts';
import type {FaultyService, RestFault} from './faulty-service.ts';
import {noticeMs, type FeedFaultRow} from './feed-fault-row.ts';

/** A list is read again at least every 30 seconds, and an answer that hangs is given up after 15. */
const recoveryMs = 50_000;
/** The same for a feed alone: an attempt that hangs, and the delay after many failures in a row. */
const feedRecoveryMs = 45_000;
/** How long a feed that stays live is watched. */
const watchMs = 1000;
/**
After these, the program waits longer: the service asked for it, or a retry is unlikely to succeed. `r` retries at
once.
*/
const isPatient = (name: string) => name === '401' || /Retry-After (999|of another|3600)/.test(name);

/** A TUI that stays open while faults of REST and feed come and go, and while other people send commands. */
export async function openTuiTrial(service: FaultyService) {
	const ends: (() => Promise<void> | void)[] = [];
	const atEnd = (end: () => Promise<void> | void) => void ends.unshift(end);
	const tui = await openPtyTui({columns: 140, env: service.env, atEnd});
	const {run} = openShipped({env: {...service.env, RCONDECK_STATE_DIR: tui.state}, atEnd});
	const commands: string[] = [];
	const {servers} = service.service.context.store;
	let mostConnections = 0;
	const sampling = setInterval(() => {
		mostConnections = Math.max(mostConnections, service.feedConnections());
	}, 20);
	atEnd(() => clearInterval(sampling));
	await tui.isLive();
	tui.write('j');
	await tui.sees('CONSOLE Alpha');

	/** Someone else sends a command, which the service stores. */
	const say = async () => {
		const command = `say number-${commands.length}.`;
		const headers = {'Application-Token': service.token, 'Content-Type': 'application/json'};
		const url = 'http://service/server/alpha/rcon?await=true&timeoutMs=5000';
		const body = JSON.stringify({command});
		const answer = await service.service.fetch(new Request(url, {method: 'POST', headers, body}));
		if (answer.ok) commands.push(command);
	};
	/** Returns after how many ms something is so; undefined if it is not within `ms`. */
	const timeUntil = async (isSo: () => boolean, ms: number): Promise<number | undefined> => {
		const startedAt = performance.now();
		while (!isSo()) {
			if (performance.now() - startedAt > ms) return undefined;
			await new Promise(resolve => setTimeout(resolve, 20));
		}
		return Math.round(performance.now() - startedAt);
	};
	const isLive = () => tui.shows('feed LIVE ');
	let turn = 0;
	/** Changes the service, which the list then shows. */
	const rename = (): string => {
		const name = `Bravo ${++turn}.`;
		const bravo = servers.get('bravo');
		if (bravo) servers.put({...bravo, displayName: name});
		return name;
	};
	const isRight = (name: string) => () =>
		tui.shows(`${name} `) && isLive() && !tui.shows('!! list') && tui.shows(`> ${commands.at(-1)}`);
	const rightAgain = async (name: string, ms: number) => {
		const rightMs = await timeUntil(isRight(name), ms);
		const problem = rightMs === undefined ? `not right again after ${ms} ms:\n${tui.screen()}` : undefined;
		return {rightMs, problem};
	};
	return {
		/** Lets faults come and go; returns what went wrong, and how long it took to be right again. */
		survive: async (rest: RestFault | undefined, feed: FeedFaultRow | undefined, lastingMs: number) => {
			const name = rename();
			await service.rest.set(rest, ({method}) => method === 'GET');
			service.feed.set(feed);
			await say();
			await new Promise(resolve => setTimeout(resolve, lastingMs));
			await say();
			await service.rest.set(undefined);
			service.feed.set(undefined);
			if (isPatient(rest?.name ?? '') || feed?.isPatient) tui.write('r');
			return rightAgain(name, recoveryMs);
		},
		/** Lets a fault of the feed come and go; returns also what the screen says of it, and after how long. */
		surviveFeed: async (fault: FeedFaultRow) => {
			const problems: string[] = [];
			mostConnections = 0;
			let attempts = 0;
			service.feed.set({
				...fault,
				act: (connection, isNew) => {
					if (isNew) attempts++;
					return fault.act(connection, isNew);
				},
			});
			await say();
			const {withinMs = noticeMs} = fault;
			const noticedMs = await timeUntil(() => !isLive(), fault.live === 'stays' ? watchMs : withinMs);
			const says = /feed (\S+)/.exec(tui.screen())?.[1];
			if (fault.live === 'stays' && noticedMs !== undefined) problems.push('did not stay live');
			if (fault.live === 'ends' && noticedMs === undefined) problems.push('LIVE in spite of the fault');
			if (fault.live === 'ends') await timeUntil(() => attempts > 0, 3000);
			if (fault.live === 'returns' && (await timeUntil(isLive, feedRecoveryMs)) === undefined)
				problems.push('not live again while it lasts');
			const name = rename();
			await say();
			service.feed.set(undefined);
			if (fault.isPatient) tui.write('r');
			const {rightMs, problem} = await rightAgain(name, feedRecoveryMs);
			if (problem !== undefined) problems.push(problem);
			await say();
			if ((await timeUntil(isRight(name), 6000)) === undefined)
				problems.push(`the feed does not deliver:\n${tui.screen()}`);
			if (mostConnections > 1) problems.push(`${mostConnections} connections at once`);
			return {problems, noticedMs, says, rightMs};
		},
		/** Commands that are missing in the journal, or that it has more than once. */
		close: async () => {
			const {out} = await run(['journal', '--limit', '100000', '--json=text']);
			const problems = commands.flatMap(command => {
				const count = out.split(command).length - 1;
				return count === 1 ? [] : [`${command} is in the journal ${count} times`];
			});
			for (const end of ends) await end();
			return {commands: commands.length, problems};
		},
	};
}
