import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {createRandom, type Random} from '../helpers/random.ts';
import {bundle} from '../shipped/shipped.ts';
import {openFaultyService} from './faulty-service.ts';
import {makeHome} from './monkey/terminal.ts';
import type {Outcome, Trial} from './run.ts';
import {openFaults, startLoad} from './soak-load.ts';
import {answerMs, judgeSamples, openSampler, sampleMs, type ProcessSample} from './soak-samples.ts';

const servers = 500;
/** By then all code is compiled. */
const warmMinutes = 3;
const visitMs = 400;
const endMs = 15_000;

type Program = Awaited<ReturnType<typeof startProgram>>;

/**
Runs `feed` and `servers --watch` under load on a faulty service, and `serve` with a `watch` and clients that come,
misbehave and vanish. Samples each from the outside and inside.
*/
export async function soakPrograms({minutes, seed, print}: Trial): Promise<Outcome> {
	const random = createRandom(seed);
	const service = await openFaultyService({servers, hasColleague: true, hasNodeOutages: true});
	const serve = await startProgram(
		'serve',
		['serve', '--demo', '--servers', `${servers}`, '--port', '0'],
		{},
	);
	const ids = await startAllGames(serve);
	const watch = ['watch', ids[0] ?? '', '--every', '10s', '--json', '--', 'status'];
	const watching = await startProgram('watch', watch, connectionTo(serve).env);
	const programs = [
		serve,
		watching,
		await startProgram('feed', ['feed', '--json'], service.env),
		await startProgram('servers', ['servers', '--watch', '--json'], service.env),
	];
	const failures: string[] = [];
	const start = performance.now();
	const [load, faults] = [startLoad(service), openFaults(service, random)];
	let [visits, answered] = [0, 0];
	let nextSample = start + Math.min(warmMinutes, minutes / 2) * 60_000;
	while (performance.now() - start < minutes * 60_000) {
		await faults.change();
		void visit(serve, random).then(
			() => answered++,
			// It gave up, as expected.
			() => {},
		);
		visits++;
		await sleep(visitMs);
		if (performance.now() < nextSample) continue;
		nextSample = performance.now() + sampleMs;
		const minute = (performance.now() - start) / 60_000;
		for (const program of programs.filter(({hasEnded}) => !hasEnded())) {
			const sample = await program.sampler.take(program.pid, minute);
			if (sample) program.samples.push(sample);
			else
				failures.push(`${program.name}: no answer for ${answerMs / 1000} s at minute ${minute.toFixed(1)}`);
			if (sample) print(`${program.name} ${JSON.stringify(sample)}`);
		}
	}
	load.stop();
	await faults.end();
	const figures: Record<string, string> = {};
	for (const program of programs) {
		// A watch ends after half an hour.
		if (program.hasEnded() && program !== watching)
			failures.push(`${program.name}: ended early: ${program.errors()}`);
		failures.push(...(await program.end()));
		const verdict = judgeSamples(program.samples);
		figures[program.name] = `${verdict.figures}, ${Math.round(program.bytes() / 1e6)} MB printed`;
		failures.push(...verdict.failures.map(failure => `${program.name}: ${failure}`));
	}
	await service.close().catch((bug: unknown) => failures.push(`the service: ${String(bug)}`));
	return {tried: visits, failures, answered, ...figures, programFaults: faults.count()};
}

async function startProgram(name: string, args: readonly string[], env: Record<string, string>) {
	const folder = makeHome();
	const sampler = openSampler(folder, name);
	const [node, ...file] = bundle;
	const child = spawn(node, [...sampler.hook, ...file, ...args], {
		cwd: folder,
		env: {
			PATH: process.env['PATH'] ?? '',
			HOME: folder,
			XDG_CACHE_HOME: `${folder}/cache`,
			RCONDECK_CONFIG_DIR: `${folder}/config`,
			RCONDECK_STATE_DIR: `${folder}/state`,
			...env,
			...sampler.env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const closed = once(child, 'close');
	let [bytes, first, errors] = [0, '', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (first.length < 4000) first += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		errors = (errors + chunk.toString()).slice(-2000);
	});
	await Promise.race([once(child.stdout, 'data'), closed]);
	const samples: ProcessSample[] = [];
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	return {
		name,
		pid: child.pid ?? 0,
		sampler,
		samples,
		hasEnded,
		bytes: () => bytes,
		/** The beginning of what it has printed. */
		first: () => first,
		errors: () => errors,
		/** Ends it, and returns what was wrong with that. */
		end: async (): Promise<string[]> => {
			child.kill('SIGINT');
			const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
			await closed;
			clearTimeout(timer);
			rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
			const isExpected = child.exitCode === 0 || child.exitCode === 130;
			return isExpected ? [] : [`${name}: ended with ${child.exitCode ?? child.signalCode}: ${errors}`];
		},
	};
}

function connectionTo({first}: Pick<Program, 'first'>) {
	const url = /http:\/\/[^\s]+/.exec(first())?.[0] ?? '';
	const token = /RCONDECK_TOKEN=(\S+)/.exec(first())?.[1] ?? '';
	const headers = {'Application-Token': token, 'Content-Type': 'application/json'};
	const ask = async (path: string, init: RequestInit = {}) =>
		(await fetch(`${url}${path}`, {headers, signal: AbortSignal.timeout(20_000), ...init})).json();
	return {url, headers, ask, env: {RCONDECK_URL: url, RCONDECK_TOKEN: token}};
}

/** A large demo starts a game when it is first needed. Returns the ids of its servers. */
async function startAllGames(serve: Pick<Program, 'first'>): Promise<string[]> {
	const {ask} = connectionTo(serve);
	const {id: teamId} = (await ask('/team/my')) as {id: string};
	const ids = ((await ask(`/server/by-team/${teamId}`)) as {id: string}[]).map(({id}) => id);
	for (const id of ids) await ask(`/server/${id}/rcon`, commanding('ListPlayers')).catch(() => {});
	return ids;
}

const commanding = (command: string) => ({method: 'POST', body: JSON.stringify({command})});

/**
Uses `serve` as a client may: a list, a command, a request that is given up, a WebSocket that vanishes or says
nothing.
*/
async function visit(serve: Pick<Program, 'first'>, {below}: Random): Promise<void> {
	const {url, headers, ask} = connectionTo(serve);
	const {id: teamId} = (await ask('/team/my')) as {id: string};
	const listPath = `/server/by-team/${teamId}`;
	switch (below(5)) {
		case 0:
			await ask(listPath);
			return;
		case 1:
			await ask(listPath, {signal: AbortSignal.timeout(5 + below(50))});
			return;
		case 2: {
			const list = (await ask(listPath)) as {id: string}[];
			const id = list[below(list.length)]?.id ?? '';
			await ask(`/server/${id}/rcon`, commanding('ListPlayers'));
			return;
		}
		case 3:
			await ask(listPath, {headers: {...headers, 'Application-Token': 'wrong'}});
			return;
		default: {
			const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`);
			socket.addEventListener('error', () => {});
			await sleep(below(12_000));
			socket.close();
		}
	}
}
