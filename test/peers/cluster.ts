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
import {checkCommands, checkJournal, checkRestarts, checkScreen, type Check} from './cluster/checks.ts';
import {openCluster, type Cluster} from './cluster/cluster.ts';
import {checkCrons, startCrons, type Cron} from './cluster/cron.ts';
import {linesOf} from './cluster/engines.ts';
import {faultsOf, runFaults, type Injected} from './cluster/faults.ts';
import {followJournal, type FollowedJournal} from './cluster/journal.ts';
import {startLoad, type Load, type Target} from './cluster/load.ts';
import {checkUnknown, countOutcomes} from './cluster/outcomes.ts';
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
	// Also if a fault does not end: what it runs needs the files.
	atEnd(load.stop);
	const journal = followJournal(api, teamId);
	const crons = await startCrons(api, teamId, targets);
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
	const injected = await runFaults(faults, {
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
	const {checks, failed} = await readChecks(cluster, {load, journal, screens, crons, injected});
	checks.unshift(exits);
	printFaults(injected, recoveries);
	printOutcomes(load, [...countOutcomes(load.sent, injected), ...failed]);
	printChecks(checks);
	return checks;
}

/** By then every TUI has read every server at least once. */
const settleMs = 40_000;

type Observed = {
	load: Load;
	journal: FollowedJournal;
	screens: readonly Screen[];
	crons: readonly Cron[];
	injected: readonly Injected[];
};

async function readChecks(
	cluster: Cluster,
	{load: {sent}, journal, screens, crons, injected}: Observed,
): Promise<{checks: Check[]; failed: [string, number][]}> {
	const {api, teamId, machines} = cluster;
	const logs = new Map(
		machines.flatMap(({games}) => games.map(({name, log}) => [name, linesOf(log)] as const)),
	);
	const checks = [...checkJournal(sent, await journal.stop()), checkUnknown(sent, injected)];
	if (machines.length === 0) return {checks, failed: []};
	const ofRuns = await checkCrons(cluster, {crons, logs, faults: injected});
	checks.push(...checkCommands(sent, logs));
	checks.push(...checkRestarts(sent, logs, await api.list(`/team/${teamId}/notifications`)));
	for (const screen of screens) {
		const journal = await screen.journal();
		writeFileSync(path.join(folder, `${screen.name}.json`), journal);
		checks.push(...checkScreen(screen.name, sent, journal, logs));
		if (screen.problems.length > 0)
			checks.push({name: `${screen.name} takes commands`, checked: 1, violations: screen.problems});
	}
	return {checks: [...checks, ...ofRuns.checks], failed: ofRuns.failed};
}

const printRow = (name: string, count: unknown, more = '') =>
	print(`${name.padEnd(64)} ${String(count).padStart(6)} ${more}`);

function printFaults(injected: readonly Injected[], recoveries: readonly number[]): void {
	print('');
	for (const [name, all] of Map.groupBy(injected, fault => fault.name)) printRow(name, all.length);
	printRow('slowest recovery, seconds', (Math.max(0, ...recoveries) / 1000).toFixed(1));
}

function printOutcomes({sent}: Load, details: readonly [string, number][]): void {
	const own = sent.filter(({by}) => by !== 'tui');
	print('');
	for (const [kind, all] of Map.groupBy(own, one => one.kind))
		for (const [outcome, {length}] of Map.groupBy(all, one => one.outcome))
			printRow(`${kind}: ${outcome}`, length);
	print('');
	for (const [what, count] of details) print(`${String(count).padStart(6)} ${what}`);
}

function printChecks(checks: readonly Check[]): void {
	print('');
	for (const {name, checked, violations} of checks) {
		printRow(name, checked, `violations: ${violations.length}`);
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
