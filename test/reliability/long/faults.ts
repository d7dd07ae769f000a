import {openShipped} from '../../shipped/shipped.ts';
import {seeded} from '../../helpers/nasty-wire.ts';
import {openFaultyService, type FaultyService} from '../faulty-service.ts';
import {feedFaults} from '../feed-faults.ts';
import {builtClient, tryFeedFault} from '../feed-trial.ts';
import {restFaults} from '../rest-faults.ts';
import type {Outcome, Trial} from '../run.ts';
import {openTuiTrial} from '../tui-trial.ts';

/**
Begins one fault after the other, for the feed of the library, for one-shot commands and for a TUI at the same time, each
in a random order, and checks that the program reports each and is right again without it, and that no command that the
service stored is missing in the end.
*/
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const service = await openFaultyService();
	const ends: (() => Promise<void> | void)[] = [];
	const {run: runProgram} = openShipped({env: service.env, atEnd: end => void ends.unshift(end)});
	const createClient = await builtClient();
	const together = await openFaultyService();
	const tui = await openTuiTrial(together);
	const failures: string[] = [];
	let tried = 0;
	const report = (what: string, problems: readonly string[], times = '') => {
		tried++;
		failures.push(...problems.map(problem => `${tried}: ${what}: ${problem}`));
		print(`${what}: ${problems.length > 0 ? problems.join('; ') : `survived${times}`}`);
	};
	const seconds = (ms: number | undefined) => (ms === undefined ? '-' : `${(ms / 1000).toFixed(1)}s`);

	const feeds = shuffled(feedFaults, seeded(seed));
	const tryFeed = async () => {
		const fault = feeds();
		const {problems, noticedMs, liveAgainMs} = await tryFeedFault(fault, createClient);
		const times = `, noticed after ${seconds(noticedMs)}, live again after ${seconds(liveAgainMs)}`;
		report(`feed: ${fault.name}`, problems, times);
	};
	const rests = shuffled(restFaults, seeded(seed + 1));
	const tryCommand = async () => {
		const fault = rests();
		const problem = await tryOnce(service, runProgram, fault);
		report(`servers: ${fault.name}`, problem === undefined ? [] : [problem]);
	};
	const random = seeded(seed + 2);
	const [shownFeeds, shownRests] = [shuffled(feedFaults, random), shuffled(restFaults, random)];
	const tryTui = async () => {
		const feed = shownFeeds();
		const {problems, noticedMs, says, rightMs} = await tui.surviveFeed(feed);
		const times = `, feed ${says} after ${seconds(noticedMs)}, right again after ${seconds(rightMs)}`;
		report(`TUI: ${feed.name}`, problems, times);
		const rest = shownRests();
		const second = random() < 0.5 ? feedFaults[Math.floor(random() * feedFaults.length)] : undefined;
		const left = await tui.survive(rest, second, 1000 + random() * 9000);
		const what = `TUI: ${rest.name}${second ? ` + feed: ${second.name}` : ''}`;
		report(
			what,
			left.problem === undefined ? [] : [left.problem],
			`, right again after ${seconds(left.rightMs)}`,
		);
	};
	const endsAt = performance.now() + minutes * 60_000;
	await Promise.all(
		[tryFeed, tryCommand, tryTui].map(async attempt => {
			while (performance.now() < endsAt) await attempt();
		}),
	);
	const {commands, problems} = await tui.close();
	failures.push(...problems);
	await together.close();
	for (const end of ends) await end();
	await service.close();
	return {tried, commands, requests: service.log.length + together.log.length, failures};
}

/** Returns each of the items once, then each once again, in random orders. */
function shuffled<Item>(items: readonly Item[], random: () => number): () => Item {
	let left: Item[] = [];
	return () => {
		if (left.length === 0) left = [...items];
		const [item] = left.splice(Math.floor(random() * left.length), 1);
		if (item === undefined) throw new RangeError('There are no faults.');
		return item;
	};
}

async function tryOnce(
	{rest}: FaultyService,
	runProgram: ReturnType<typeof openShipped>['run'],
	fault: (typeof restFaults)[number],
): Promise<string | undefined> {
	await rest.set(fault);
	const {code, err} = await runProgram(['servers']);
	await rest.set(undefined);
	if (code === 70 || code === null) return `ended with ${code}: ${err}`;
	const after = await runProgram(['servers']);
	return after.code === 0 && after.out.includes('Alpha') ? undefined : `did not recover: ${after.err}`;
}
