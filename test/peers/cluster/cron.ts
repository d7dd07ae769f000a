import type {ApiClient} from './api.ts';
import {checkCron, type Check, type GameLogs} from './checks.ts';
import type {Injected} from './faults.ts';
import type {Target} from './load.ts';
import {explain} from './outcomes.ts';

/** An automation that sends a command to one server every minute. */
export type Cron = {automationId: string; word: string; server: string; isAwaited: boolean; from: number};
type Run = Record<string, unknown>;

/** Starts one for each server that is never restarted. Half of them wait for the answer. */
export async function startCrons(
	api: ApiClient,
	teamId: string,
	targets: readonly Target[],
): Promise<Cron[]> {
	const crons: Cron[] = [];
	for (const {id, name} of targets.filter(({isStable}) => isStable)) {
		const word = `cron-${crons.length}.`;
		const isAwaited = crons.length % 2 === 1;
		const awaitMode = isAwaited ? 'ALWAYS' : 'NEVER';
		const {body, outcome} = await api.post('/automation/create', {
			teamId,
			name: word,
			targets: {serverIds: [id]},
			trigger: {cron: '* * * * *'},
			workflow: [{type: 'RCON', command: `say ${word}`, awaitMode}],
		});
		if (outcome !== 'accepted') throw new Error(`The automation was refused: ${JSON.stringify(body)}`);
		crons.push({automationId: String(body['id']), word, server: name, isAwaited, from: Date.now()});
	}
	return crons;
}

/** A run that is due later may not have ended. */
const settleMs = 10_000;

/** Returns what is checked of the runs, and the number of failed ones by reason and fault. */
export async function checkCrons(
	{api, teamId}: {api: ApiClient; teamId: string},
	{crons, logs, faults}: {crons: readonly Cron[]; logs: GameLogs; faults: readonly Injected[]},
): Promise<{checks: Check[]; failed: [string, number][]}> {
	const to = Date.now() - settleMs;
	const all = await allRuns(api, teamId);
	const checks: Check[] = [];
	const reasons: string[] = [];
	const dishonest: string[] = [];
	for (const {automationId, word, server, isAwaited, from} of crons) {
		const runs = all.filter(run => run['automationId'] === automationId);
		const executed = [...logs.values()].flat().filter(({text}) => text === `command ${word}`).length;
		checks.push(...checkCron({name: word, runs, from, to, executed, isAwaited}));
		const failed = runs.filter(run => run['status'] !== 'SUCCEEDED' && timeOf(run, 'scheduledFireAt') < to);
		for (const run of failed) {
			const times = {from: timeOf(run, 'startedAt'), until: timeOf(run, 'finishedAt')};
			const why = explain({server, ...times}, faults, []);
			const reason = reasonOf(run);
			reasons.push(`${reason} (${why ?? 'without a fault'})`);
			// The page on PostgreSQL promises that runs wait for the database.
			if (why === undefined || reason.includes('database'))
				dishonest.push(`${word} at ${String(run['startedAt'])}: ${reason}`);
		}
	}
	checks.push({
		name: 'runs that fail only with their machine or instance',
		checked: all.length,
		violations: dishonest,
	});
	const groups = Map.groupBy(reasons, reason => reason);
	return {checks, failed: [...groups].map(([reason, {length}]) => [`run failed, ${reason}`, length])};
}

const timeOf = (run: Run, field: string) => Date.parse(String(run[field] ?? run['scheduledFireAt']));

function reasonOf(run: Run): string {
	const steps = (run['stepHistory'] ?? []) as Record<string, unknown>[]; // of our own service
	const reasons = steps.flatMap(({errorMessage}) => (typeof errorMessage === 'string' ? [errorMessage] : []));
	return reasons.join(' ') || String(run['status']);
}

async function allRuns(api: ApiClient, teamId: string): Promise<Run[]> {
	const runs: Run[] = [];
	for (let page = 0; ; page++) {
		const found = await api.list(`/automation-run/by-team/${teamId}?page=${page}&size=100`);
		runs.push(...found);
		if (found.length < 100) return runs;
	}
}
