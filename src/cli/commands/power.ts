import type {Command} from 'commander';
import type {Config} from '../../config/load.ts';
import {endpoints, type Api} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Team} from '../../contract/models/team.ts';
import {requestOf, type PlainRequest} from '../../contract/request.ts';
import {playersText, powerFriction} from '../../core/friction.ts';
import {phaseOf} from '../../core/rules.ts';
import {printableLine} from '../../lib/text.ts';
import type {Asked} from '../consent.ts';
import {writeRequests} from '../dry-run.ts';
import {CommandError, exitCodes, type ExitCode} from '../exit-codes.ts';
import {ifReadable} from '../find-one.ts';
import {createLimit, type Limit} from '../fan-out.ts';
import {nameOf, serverHelp, serversFor} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {askAll, codeOf, interruptedText, resultOf, type Outcome} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import {
	addTiming,
	powerInput,
	readTiming,
	whenOf,
	type PowerOptions,
	type Timing,
	type Verb,
} from '../power-options.ts';
import type {Run} from '../program.ts';
import {openProgress} from '../progress.ts';
import {addSelector, chosenServers, type Selector} from '../selectors.ts';
import {withService} from '../session.ts';
import {waitForState} from '../wait-state.ts';
import {addWave, readWave, runOneWave, type WaveOptions} from '../wave.ts';

type Options = PowerOptions & WaveOptions & Selector & {dryRun?: true; wait?: true; json?: true};
type Accepted = {accepted: true; reached?: boolean; problem?: string};

/** How long `--wait` waits, from the end of the delay on: a large world takes minutes to load. */
const usualWaitMs = 15 * 60_000;

export function addPower(program: Command, run: Run): void {
	add(program, run, 'start', 'Start servers');
	addTiming(add(program, run, 'stop', 'Stop servers, now or after a delay')).option(
		'--force',
		'kill the process: what was not saved is lost',
	);
	addTiming(add(program, run, 'restart', 'Restart servers, now or after a delay'));
}

function add(program: Command, run: Run, verb: Verb, description: string): Command {
	const command = program
		.command(verb)
		.description(description)
		.argument('[server...]', serverHelp)
		.option('--dry-run', 'write the exact requests, and send nothing')
		.option('--wait', 'until the state is reached, at most 15 minutes after the delay')
		.option('--json', 'write one JSON document');
	return addWave(addSelector(command)).action(
		run(async (io, flags, options: Options, words) => {
			const timing = readTiming(options);
			const values = readWave(options, timing);
			return withService(
				io,
				flags,
				async call => {
					const {api, config, signal} = call;
					// What a wave proves, it reads from the list.
					const listed = await serversFor(io, call, values ? [] : words);
					const servers = chosenServers(listed, words, options);
					if (values) refuseUnlisted(servers, listed);
					if (options.dryRun) {
						const requests = servers.map(({id}) => requestFor(verb, id, timing, options));
						return writeRequests(io, requests, options.json);
					}
					if (verb !== 'start' && servers.length > 1 && !config.readOnly) {
						const team = await ifReadable(call.team);
						for (const line of targetLines(config, team, servers)) say(io, line);
					}
					await call.consent(askedFor(verb, servers, options, timing));
					if (values) {
						const {keepGoing = false, json = false} = options;
						return runOneWave(io, call, {verb, servers, values, keepGoing, json, signal});
					}
					const how = {timing, options, signal, limit: createLimit(signal), count: servers.length};
					const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
					const act = (server: GameServer) => carryOut(api, verb, server, how);
					const outcomes = await askAll(servers, act, {signal, settled: progress.settled}).finally(
						progress.close,
					);
					tell(io, outcomes, {verb, timing, options});
					if (io.ending.aborted) say(io, interruptedText(outcomes));
					return codeOf(outcomes);
				},
				{sends: !options.dryRun},
			);
		}),
	);
}

function refuseUnlisted(servers: readonly GameServer[], listed: readonly GameServer[] | undefined): void {
	const other = servers.find(({id}) => !listed?.some(server => server.id === id));
	if (other)
		throw new CommandError(
			`${nameOf(other)} is not listed: without --wave it is sent as an id.`,
			exitCodes.notFound,
		);
}

type How = {timing: Timing; options: Options; signal: AbortSignal; limit: Limit; count: number};

async function carryOut(
	api: Api,
	verb: Verb,
	{id}: GameServer,
	{timing, options, signal, limit, count}: How,
): Promise<{result: Accepted; code: ExitCode}> {
	const input = powerInput(verb, id, timing, options);
	await limit(async () => {
		if (verb === 'start') await api.startServer(input, {signal});
		else if (verb === 'stop') await api.stopServer(input, {signal});
		else await api.restartServer(input, {signal});
	});
	if (!options.wait) return {result: {accepted: true}, code: exitCodes.done};
	const wish = {
		phase: verb === 'stop' ? ('offline' as const) : ('online' as const),
		leaves: verb === 'restart',
		withinMs: usualWaitMs + 60_000 * (timing.delayMinutes ?? 0),
	};
	const problem = await waitForState({api, signal, limit, count}, id, wish);
	if (problem === undefined) return {result: {accepted: true, reached: true}, code: exitCodes.done};
	return {result: {accepted: true, reached: false, problem}, code: exitCodes.failed};
}

function requestFor(verb: Verb, serverId: string, timing: Timing, options: Options): PlainRequest {
	const input = powerInput(verb, serverId, timing, options);
	if (verb === 'start') return requestOf(endpoints.startServer, input);
	return verb === 'stop' ? requestOf(endpoints.stopServer, input) : requestOf(endpoints.restartServer, input);
}

/** What a start, stop or restart asks, by the same rule as its dialog. */
function askedFor(verb: Verb, servers: readonly GameServer[], {force}: Options, timing: Timing): Asked {
	const {delayMinutes: delay, message} = timing;
	const isOne = servers.length === 1;
	const names = servers.map(nameOf);
	const who = isOne ? names.join() : `${names.length} servers`;
	const about = `${playersText(servers)}${notOnline(servers)}`;
	return {
		verb,
		act:
			verb === 'start'
				? `Start ${who}`
				: `${force ? 'Kill' : verb === 'stop' ? 'Stop' : 'Restart'} ${who} (${about}), ${whenOf(timing)}`,
		friction: powerFriction(verb, servers, {delay, message, force: force === true}),
		word: isOne ? names.join() : String(names.length),
		...(verb === 'start' && {isHarmless: true}),
	};
}

const mostListed = 20;

/** Where a stop or restart of several servers goes, those with the most players first. */
function targetLines(
	{profileName, baseUrl}: Config,
	team: Team | undefined,
	servers: readonly GameServer[],
): string[] {
	const listed = servers
		.toSorted((a, b) => (b.onlinePlayers ?? 0) - (a.onlinePlayers ?? 0))
		.slice(0, mostListed)
		.map(server => `  ${nameOf(server)}: ${server.state ?? 'no state'}, ${playersText([server])}`);
	const more = servers.length - listed.length;
	return [
		`Profile ${profileName}, ${baseUrl ?? 'the demo'}, team ${team?.name ?? team?.id ?? 'unknown'}`,
		`${servers.length} servers, ${playersText(servers)}:`,
		...listed,
		...(more > 0 ? [`  and ${more} more`] : []),
	].map(printableLine);
}

/** Whoever is asked should know of servers that the service does not call online; it decides what becomes of them. */
function notOnline(servers: readonly GameServer[]): string {
	const others = servers.flatMap(server =>
		server.state === undefined || phaseOf(server.state) === 'online'
			? []
			: `${nameOf(server)} is ${printableLine(server.state)}`,
	);
	if (others.length > 3) return `; ${others.length} are not online`;
	return others.map(words => `; ${words}`).join('');
}

type Told = {verb: Verb; timing: Timing; options: Options};

function tell(io: Io, outcomes: readonly Outcome<Accepted>[], {verb, timing, options}: Told): void {
	if (options.json) writeJson(io, {results: outcomes.map(resultOf)});
	const when = timing.delayMinutes === undefined ? '' : ` ${whenOf(timing)}`;
	for (const {server, result, error} of outcomes) {
		const {problem, reached} = result ?? {};
		const words = reached
			? `${verb} done.`
			: problem === undefined
				? `${verb}${when} accepted.`
				: `${problem}.`;
		say(io, `${nameOf(server)}: ${error ? error.message : words}`);
	}
}
