/**
Runs three instances of the service on PostgreSQL and RabbitMQ with HAProxy in front of them, four agents with 40 games, two
TUIs and the CLI under load, and kills, drains and disconnects them in rounds. What happened is read from the logs of the
games, the records and the journals of the TUIs. Prints the faults and everything checked; exits with 1 on a violation:
`npm run peers:cluster -- [--minutes 10] [--seed N] [--records postgres|file]`. `file`: one instance with its records in a
file, to compare.
*/
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {createRandom} from '../helpers/random.ts';
import {
	checkCommands,
	checkCron,
	checkJournal,
	checkRestarts,
	checkScreen,
	type Check,
	type GameLogs,
} from './cluster/checks.ts';
import {openCluster, type Cluster} from './cluster/cluster.ts';
import {linesOf} from './cluster/engines.ts';
import {faultsOf, runFaults} from './cluster/faults.ts';
import {followJournal, type FollowedJournal} from './cluster/journal.ts';
import {startLoad, type Load, type Target} from './cluster/load.ts';
import {openScreen, type Screen} from './cluster/screens.ts';

const {values} = parseArgs({
	options: {
		minutes: {type: 'string', default: '10'},
		seed: {type: 'string', default: String(Date.now() % 1_000_000)},
		records: {type: 'string', default: 'postgres'},
		keep: {type: 'boolean', default: false},
	},
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const print = (text: string) => void process.stdout.write(`${text}\n`);

const ends: (() => void | Promise<void>)[] = [];
const atEnd = (end: () => void | Promise<void>) => void ends.unshift(end);
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-cluster-'));
// The load balancer runs as another user.
chmodSync(folder, 0o711);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void close().then(() => process.exit(1)));

async function close(): Promise<void> {
	for (const end of ends.splice(0)) {
		try {
			await end();
		} catch (error) {
			print(`At the end: ${String(error)}`);
		}
	}
}

async function runTrial(): Promise<Check[]> {
	const random = createRandom(seed);
	const hasDatabase = values.records === 'postgres';
	const instanceCount = hasDatabase ? 3 : 1;
	const cluster = await openCluster({folder, hasDatabase, instanceCount, machineCount: 4, atEnd, print});
	const {api, teamId, url, token} = cluster;
	print(`${cluster.instances.length} instances, ${cluster.machines.length} agents`);
	const servers = await api.list(`/server/by-team/${teamId}`);
	const targets = servers.map(({id, displayName}): Target => ({
		id: String(id),
		name: String(displayName),
		isStable: String(displayName).endsWith('-0'),
	}));
	const env = {
		RCONDECK_URL: url,
		RCONDECK_FEED_URL: `${url.replace('http', 'ws')}/websocket`,
		RCONDECK_TOKEN: token,
	};
	const load = startLoad({api, targets, teamId, seed, cliEnv: env, atEnd});
	const journal = followJournal(api, teamId);
	const cron = await startCron(cluster, targets);
	const screens: Screen[] = [];
	for (const [index, name] of ['screen-a', 'screen-b'].entries()) {
		const server = targets.filter(({isStable}) => isStable)[index];
		if (server) screens.push(await openScreen(name, {server: server.name, env, load, atEnd}));
	}
	const exits: Check = {name: 'drained instances that end with 0', checked: 0, violations: []};
	const recoveries: number[] = [];
	const faults = faultsOf({
		...cluster,
		random,
		onExit: (name, code) => {
			exits.checked++;
			if (code !== 0) exits.violations.push(`${name} ended with ${code ?? 'a signal'}`);
		},
	});
	const counts = await runFaults(faults, {
		random,
		endsAt: performance.now() + minutes * 60_000,
		recover: async fault => {
			const since = performance.now();
			await cluster.recovered();
			recoveries.push(performance.now() - since);
			print(`${fault.padEnd(34)} recovered after ${Math.round(performance.now() - since)} ms`);
		},
	});
	await load.stop();
	for (const screen of screens) await screen.stop();
	await cluster.recovered();
	await sleep(settleMs);
	const checks = [exits, ...(await readChecks(cluster, {load, journal, screens, cron}))];
	printTable(counts, checks, recoveries, load);
	return checks;
}

/** By then every TUI has read every server at least once. */
const settleMs = 40_000;

type Cron = {automationId: string; from: number};

async function startCron({api, teamId}: Cluster, targets: readonly Target[]): Promise<Cron> {
	const server = targets.find(({isStable}) => isStable);
	const {body, outcome} = await api.post('/automation/create', {
		teamId,
		name: 'every minute',
		targets: {serverIds: server ? [server.id] : []},
		trigger: {cron: '* * * * *'},
		workflow: [server ? {type: 'RCON', command: 'say cron'} : {type: 'WAIT', seconds: 0}],
	});
	if (outcome !== 'accepted') throw new Error(`The automation was refused: ${JSON.stringify(body)}`);
	return {automationId: String(body['id']), from: Date.now()};
}

type Observed = {load: Load; journal: FollowedJournal; screens: readonly Screen[]; cron: Cron};

async function readChecks(
	{api, teamId, machines}: Cluster,
	{load, journal, screens, cron}: Observed,
): Promise<Check[]> {
	const {sent} = load;
	const logs = new Map(
		machines.flatMap(({games}) => games.map(({name, log}) => [name, linesOf(log)] as const)),
	);
	const checks = checkJournal(sent, await journal.stop());
	if (machines.length === 0) return [...checks, ...(await cronChecks(api, teamId, cron, logs))];
	checks.push(...checkCommands(sent, logs));
	checks.push(...checkRestarts(sent, logs, await api.list(`/team/${teamId}/notifications`)));
	for (const screen of screens) {
		const journal = await screen.journal();
		writeFileSync(path.join(folder, `${screen.name}.json`), journal);
		checks.push(...checkScreen(screen.name, sent, journal, logs));
		if (screen.problems.length > 0)
			checks.push({name: `${screen.name} takes commands`, checked: 1, violations: screen.problems});
	}
	return [...checks, ...(await cronChecks(api, teamId, cron, logs))];
}

async function cronChecks(api: Cluster['api'], teamId: string, cron: Cron, logs: GameLogs): Promise<Check[]> {
	const runs = (await allRuns(api, teamId)).filter(run => run['automationId'] === cron.automationId);
	const executed = [...logs.values()].flat().filter(({text}) => text === 'command cron').length;
	print(
		`Runs: ${[...Map.groupBy(runs, run => String(run['status']))].map(([status, all]) => `${all.length} ${status}`).join(', ')}`,
	);
	return checkCron({runs, from: cron.from, to: Date.now() - 2000, executed});
}

async function allRuns(api: Cluster['api'], teamId: string): Promise<Record<string, unknown>[]> {
	const runs: Record<string, unknown>[] = [];
	for (let page = 0; ; page++) {
		const found = await api.list(`/automation-run/by-team/${teamId}?page=${page}&size=100`);
		runs.push(...found);
		if (found.length < 100) return runs;
	}
}

function printTable(
	faults: Map<string, number>,
	checks: readonly Check[],
	recoveries: readonly number[],
	{sent}: Load,
): void {
	const row = (name: string, count: unknown, more = '') =>
		print(`${name.padEnd(44)} ${String(count).padStart(8)} ${more}`);
	const of = (kind: string, outcome: string) =>
		sent.filter(one => one.by !== 'tui' && one.kind === kind && one.outcome === outcome).length;
	print('');
	for (const [name, count] of faults) row(name, count);
	row('slowest recovery, seconds', (Math.max(0, ...recoveries) / 1000).toFixed(1));
	for (const kind of ['command', 'restart', 'entry'])
		row(
			`${kind}: accepted, refused, unknown`,
			of(kind, 'accepted'),
			`${of(kind, 'refused')}, ${of(kind, 'unknown')}`,
		);
	print('');
	for (const {name, checked, violations} of checks) {
		row(name, checked, `violations: ${violations.length}`);
		for (const violation of violations.slice(0, 10)) print(`  ${violation}`);
	}
}

print(`${minutes} minutes, seed ${seed}, records: ${values.records}, files in ${folder}`);
let checks: Check[] = [];
try {
	checks = await runTrial();
} catch (error) {
	print(error instanceof Error ? (error.stack ?? error.message) : String(error));
	checks = [{name: 'the trial ends', checked: 1, violations: ['it does not']}];
} finally {
	await close();
}
const isBroken = checks.some(({violations}) => violations.length > 0);
if (!isBroken && !values.keep) rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
process.exit(isBroken ? 1 : 0);
