import {Option, type Command} from 'commander';
import {directory} from '../../config/paths.ts';
import {systemClock} from '../../lib/clock.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {demoAccounts} from '../../demo/accounts.ts';
import {
	brokerHabitNames,
	rconQuirkNames,
	scenarioNames,
	type BrokerHabitName,
	type RconQuirkName,
	type ScenarioName,
} from '../../demo/choices.ts';
import type {Demo} from '../../demo/index.ts';
import type {Service} from '../../service/index.ts';
import {highestLimit, usualLimits, type ServiceLimits} from '../../service/limits.ts';
import type {Listening} from '../../service/listen.ts';
import {exitCodes} from '../exit-codes.ts';
import {readingOf, type Io} from '../io.ts';
import {say} from '../output.ts';
import type {Run} from '../command-run.ts';
import {writeReport} from '../report.ts';
import {recordsIn, wholeNumber} from '../service-folder.ts';
import {addServeAttach} from './serve-attach.ts';
import {serveMessages} from '../../messages/cli-serve.ts';

type Options = {
	port: string;
	hostName?: string[];
	data?: string;
	accounts?: true;
	servers?: string;
	scenario?: ScenarioName[];
	broker?: BrokerHabitName[];
	rcon?: RconQuirkName[];
	limit?: string[];
	trueTimings?: true;
	strictSpec?: true;
};

/** Declares `serve`, and its earlier name `sandbox`, which means `serve --demo`. */
export function addServe(program: Command, run: Run): void {
	add(program.command('serve'), run, false);
	add(program.command('sandbox', {hidden: true}), run, true);
}

function add(command: Command, run: Run, isDemoAnyway: boolean): void {
	command
		.description(serveMessages.description)
		.option('--port <n>', serveMessages.portHelp, '8440')
		.option('--host-name <name...>', serveMessages.hostNameHelp)
		.option('--data <dir>', serveMessages.dataHelp)
		.option('--accounts', serveMessages.accountsHelp)
		.option('--servers <n>', serveMessages.serversHelp)
		.addOption(new Option('--scenario <name...>', serveMessages.scenarioHelp).choices(scenarioNames))
		.addOption(new Option('--broker <habit...>', serveMessages.brokerHelp).choices(brokerHabitNames))
		.addOption(new Option('--rcon <quirk...>', serveMessages.rconHelp).choices(rconQuirkNames))
		.option('--limit <name=value...>', serveMessages.limitHelp(Object.keys(usualLimits).join(', ')))
		.option('--true-timings', serveMessages.trueTimingsHelp)
		.option('--strict-spec', serveMessages.strictSpecHelp)
		.action(
			run(async (io, flags, options: Options) => {
				const isDemo = isDemoAnyway || flags.demo === true;
				const port = wholeNumber(options.port, '--port', 0, 65_535);
				const {listen} = await import('../../service/listen.ts');
				const {startBrokerHabits} = await import('../../demo/broker-habits.ts');
				const onBug = reportBugs(io);
				const demo = isDemo ? await startDemo(options, onBug) : undefined;
				const service = demo ?? (await startOwn(options, onBug));
				const endHabits = startBrokerHabits(options.broker ?? [], service.broker, systemClock);
				try {
					const names = options.hostName ?? [];
					const listening = await listen(service, {port, names, onBug}).catch((error: unknown) => {
						throw notListening(error, port);
					});
					announce(io, service, listening);
					if (options.accounts && demo) printAccounts(io, demo);
					io.stdout.write(serveMessages.howToEnd);
					// Without the announcement nobody could use the service.
					await waitForEnd(readingOf(io));
					await listening.close();
				} finally {
					endHabits();
					await close(io, service);
				}
				return exitCodes.done;
			}),
		);
	addServeAttach(command, run);
}

/** Options that only affect the demo. */
const demoOnly = ['accounts', 'servers', 'scenario', 'rcon', 'trueTimings'] as const;

type OnBug = (bug: unknown) => void;

/** Starts the service with only the real servers from its records. */
async function startOwn(options: Options, onBug: OnBug): Promise<Service> {
	const stray = demoOnly.find(name => options[name] !== undefined);
	if (stray !== undefined) {
		const flag = stray.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
		throw new UsageError(serveMessages.needsDemo(flag));
	}
	if (options.data === undefined) throw new UsageError(serveMessages.noServers);
	const common = commonOptions(options);
	const data = recordsIn(options.data);
	const {hasOwnServers} = await import('../../service/own/register.ts');
	if (!hasOwnServers(data)) throw new UsageError(serveMessages.noServers);
	const {openService} = await import('../../service/index.ts');
	return openService({...common, data, onBug});
}

async function startDemo(options: Options, onBug: OnBug): Promise<Demo> {
	const {data, servers, scenario, rcon} = options;
	const {openDemo} = await import('../../demo/index.ts');
	return openDemo({
		...commonOptions(options),
		hasColleague: true,
		hasNodeOutages: true,
		trueTimings: options.trueTimings ?? false,
		scenarios: scenario ?? [],
		rconQuirks: rcon ?? [],
		...(servers !== undefined && {servers: wholeNumber(servers, '--servers', 1, 20_000)}),
		...(data !== undefined && {data: recordsIn(data)}),
		onBug,
	});
}

function commonOptions({limit, strictSpec}: Options) {
	return {
		clock: systemClock,
		cutSilentFeeds: true,
		strictSpec: strictSpec ?? false,
		limits: limitsIn(limit ?? []),
	};
}

function limitsIn(texts: string[]): Partial<ServiceLimits> {
	return Object.fromEntries(
		texts.map(text => {
			const [name = '', value = ''] = text.split('=', 2);
			if (!Object.hasOwn(usualLimits, name))
				throw new UsageError(serveMessages.unknownLimit(Object.keys(usualLimits).join(', ')));
			return [name, wholeNumber(value, serveMessages.limitOption(name), 1, highestLimit(name))];
		}),
	);
}

/** Writes a report of a bug; the service keeps running. */
function reportBugs(io: Io): OnBug {
	const folder = directory(io.env, 'RCONDECK_STATE_DIR').path;
	return bug => {
		const file = writeReport(bug, folder, io.env, new Date());
		say(io, serveMessages.bug(file));
	};
}

function notListening(error: unknown, port: number): unknown {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return new UsageError(serveMessages.portTaken(port));
	if (code === 'EACCES') return new UsageError(serveMessages.portNotOpen(port));
	return error;
}

/** Prints everything that a second terminal needs, ready to paste. */
function announce({stdout}: Io, {credentials}: Service, {url, feedUrl}: Listening): void {
	const lines = [
		serveMessages.address(url),
		serveMessages.feedAddress(feedUrl),
		'',
		serveMessages.inAnotherTerminal,
		serveMessages.exportUrl(url),
		serveMessages.exportFeedUrl(feedUrl),
		serveMessages.exportToken(credentials.token),
		'  rcondeck',
		'',
		serveMessages.withCurl,
		serveMessages.curl(credentials.token, url),
	];
	stdout.write(`${lines.join('\n')}\n`);
}

/** Prints each account with its headers as curl options, and what the service answers. */
function printAccounts({stdout}: Io, {credentials, teamId}: Demo): void {
	const blocks = demoAccounts(credentials, teamId).map(({name, headers, answers}) => [
		'',
		`  ${name}`,
		...headers.map(each => `    ${headerFlags(each)}`),
		...answers.map(({method, path, status, key = ''}) =>
			`    ${method.padEnd(4)} ${path}  ${status} ${key}`.trimEnd(),
		),
	]);
	const lines = ['', serveMessages.accounts, ...blocks.flat()];
	stdout.write(`${lines.join('\n')}\n`);
}

const headerFlags = (headers: Record<string, string>) =>
	Object.entries(headers)
		.map(([name, value]) => serveMessages.headerFlag(name, value))
		.join(' ');

/** Closes the service and names the servers that continue to run without it. */
async function close(io: Io, service: Service): Promise<void> {
	const names = await service.close();
	if (names.length > 0) say(io, serveMessages.leftRunning(names));
}

function waitForEnd(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
}
