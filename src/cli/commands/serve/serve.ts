import {describe} from '../describe.ts';
import type {ByName} from '../../../lib/json/maps.ts';
import path from 'node:path';
import {type Command, Option} from 'commander';
import {quoteWord} from '../../../actions/command-line.ts';
import {plainTarget} from '../../../config/connections.ts';
import {directory, serviceFolder} from '../../../config/paths.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {UsageError} from '../../../lib/errors.ts';
import {demoAccounts} from '../../../demo/fleet.ts';
import {
	type BrokerHabitName,
	brokerHabitNames,
	type RconQuirkName,
	rconQuirkNames,
	type ScenarioName,
	scenarioNames,
} from '../../../demo/choices.ts';
import type {Demo} from '../../../demo/index.ts';
import type {Service} from '../../../service/index.ts';
import type {Listening} from '../../../service/http/listen.ts';
import {type Io, readingOf} from '../../output/io.ts';
import type {Run} from '../../start/command-run.ts';
import {
	addDatabaseOptions,
	checkNoDatabase,
	type DatabaseOptions,
	openOnDatabase,
	readDatabase,
} from './database.ts';
import {
	addPortOptions,
	limitNames,
	logLeftRunning,
	type PortOptions,
	readLimits,
	readPort,
	type ServePort,
} from './serve-port.ts';
import {serveFolder} from './serve-folder.ts';
import {recordsIn, wholeNumber} from '../../start/service-folder.ts';
import {addServeAttach} from './attach.ts';
import {addServeNode} from './node.ts';
import {addServeRepair} from './repair.ts';
import {addServeTeam} from './team.ts';
import {optionGroups} from '../../../messages/cli.ts';
import {serveMessages} from '../../../messages/serve.ts';
import {serviceLogMessages} from '../../../messages/service.ts';

type Options = PortOptions &
	DatabaseOptions & {
		data?: string;
		accounts?: true;
		servers?: string;
		scenario?: ScenarioName[];
		brokerQuirk?: BrokerHabitName[];
		rcon?: RconQuirkName[];
		trueTimings?: true;
	};

export function addServe(program: Command, run: Run): void {
	const command = describe(program.command('serve'), serveMessages);
	command.option('--data <dir>', serveMessages.dataHelp);
	command.option('--service-limit <name=value...>', serveMessages.limitHelp(limitNames));
	addDatabaseOptions(addPortOptions(command))
		.optionsGroup(optionGroups.demo)
		.option('--accounts', serveMessages.accountsHelp)
		.option('--servers <n>', serveMessages.serversHelp)
		.addOption(new Option('--scenario <name...>', serveMessages.scenarioHelp).choices(scenarioNames))
		.optionsGroup(optionGroups.tests)
		.addOption(new Option('--broker-quirk <quirk...>', serveMessages.brokerHelp).choices(brokerHabitNames))
		.addOption(new Option('--rcon <quirk...>', serveMessages.rconHelp).choices(rconQuirkNames))
		.option('--true-timings', serveMessages.trueTimingsHelp)
		.option('--strict-spec', serveMessages.strictSpecHelp)
		.action(
			run(async (io, flags, options: Options) => {
				const isDemo = flags.demo === true;
				const port = await readPort(io, options, flags.logLevel);
				try {
					await serve(io, options, port, {isDemo, isQuiet: flags.quiet === true});
				} finally {
					await port.close(0);
				}
			}),
		);
	addServeAttach(command, run);
	addServeTeam(command, run);
	addServeNode(command, run);
	addServeRepair(command, run);
}

/** Options that only affect the demo. */
const demoOnly = ['accounts', 'servers', 'scenario', 'rcon', 'trueTimings'] as const;

/** How long requests may take to finish when the service ends, and the rest of the end. */
const [drainMs, closeMs] = [10_000, 5000];

/** `isQuiet`: prints no addresses and no token on stdout. */
type Kind = {isDemo: boolean; isQuiet: boolean};

/** Serves until a signal ends it. */
async function serve(io: Io, options: Options, port: ServePort, {isDemo, isQuiet}: Kind): Promise<void> {
	const {startBrokerHabits} = await import('../../../demo/broker-habits.ts');
	io.needsToEnd?.(port.leaveMs + drainMs + closeMs);
	const started = isDemo ? await startDemo(io, options, port) : await startReal(io, options, port);
	// A signal has ended the wait for its database.
	if (!started) return logClosed(port, []);
	const {service, close, demo, tokenFile} = started;
	const endHabits = startBrokerHabits(options.brokerQuirk ?? [], service.broker, systemClock);
	try {
		const listening = port.serve(service);
		if (port.reload) io.onHangUp?.(port.reload);
		io.endsNormally?.();
		if (!isQuiet) announce(io, listening, tokenLines(service, listening, tokenFile));
		if (options.accounts && demo) printAccounts(io, demo);
		if (!isQuiet) io.stdout.write(serveMessages.howToEnd);
		// Without the announcement nobody could use the service.
		await waitForEnd(isQuiet ? io.ending : readingOf(io));
		await port.leave();
		await port.close(drainMs);
	} finally {
		endHabits();
		logClosed(port, await close());
	}
}

/**
`tokenFile`: the file of the owner's token; undefined in the demo, where the token is printed, and if another instance has
it.
*/
type Started = {service: Service; demo?: Demo; tokenFile?: string; close: () => Promise<string[]>};

/** Starts the service on a database, or with only the real servers from its records in a folder. */
async function startReal(io: Io, options: Options, port: ServePort): Promise<Started | undefined> {
	const stray = demoOnly.find(name => options[name] !== undefined);
	if (stray !== undefined) {
		const flag = stray.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
		throw new UsageError(serveMessages.needsDemo(flag));
	}
	const {automationWebhook} = await import('../alerts/automation-webhook.ts');
	const common = {...commonOptions(options), webhook: automationWebhook(io.env)};
	const folder = options.data ?? serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path);
	const urls = readDatabase(io, options);
	if (urls) {
		const broker = urls.broker?.reveal();
		const database = urls.database.reveal();
		const instances = broker === undefined ? {isAlone: true} : {broker};
		io.endsNormally?.();
		return openOnDatabase(port, folder, {...common, database, ...instances}, io.ending);
	}
	const started = await serveFolder(io, {folder, onBug: port.onBug}, async data => {
		const {hasServersOrNodes} = await import('../../../service/own/register.ts');
		if (!hasServersOrNodes(data)) throw new UsageError(serveMessages.noServers);
		const {openService} = await import('../../../service/index.ts');
		await port.bind();
		return openService({...common, data, onBug: port.onBug, onEvent: port.onEvent});
	});
	const {ownerTokenFile} = await import('../../../service/access/owner-token.ts');
	return {...started, tokenFile: ownerTokenFile(path.resolve(recordsIn(folder)))};
}

async function startDemo(io: Io, options: Options, port: ServePort): Promise<Started> {
	const {data: folder, servers, scenario, rcon} = options;
	checkNoDatabase(options);
	const {openDemo} = await import('../../../demo/index.ts');
	const demoOptions = {
		...commonOptions(options),
		hasColleague: true,
		hasNodeOutages: true,
		trueTimings: options.trueTimings ?? false,
		scenarios: scenario ?? [],
		rconQuirks: rcon ?? [],
		...(servers !== undefined && {servers: wholeNumber(servers, '--servers', 1, 20_000)}),
		onBug: port.onBug,
		onEvent: port.onEvent,
	};
	await port.bind();
	if (folder !== undefined) {
		const started = await serveFolder(io, {folder, onBug: port.onBug}, data =>
			openDemo({...demoOptions, data}),
		);
		return {...started, demo: started.service};
	}
	const demo = await openDemo(demoOptions);
	return {service: demo, demo, close: demo.close};
}

function commonOptions({serviceLimit, strictSpec}: Options) {
	return {
		clock: systemClock,
		cutSilentFeeds: true,
		refusesFeedsEarly: true,
		strictSpec: strictSpec ?? false,
		limits: readLimits(serviceLimit ?? []),
	};
}

/** Prints everything that a second terminal needs, ready to paste. */
function announce({stdout}: Io, {url, feedUrl}: Listening, token: TokenLines): void {
	const lines = [
		serveMessages.address(url),
		serveMessages.feedAddress(feedUrl),
		'',
		serveMessages.inAnotherTerminal,
		serveMessages.exportUrl(url),
		serveMessages.exportFeedUrl(feedUrl),
		...(plainTarget(url) ? [serveMessages.exportPlain] : []),
		token.exported,
		'  rcondeck',
		'',
		serveMessages.withCurl,
		token.curl,
	];
	stdout.write(`${lines.join('\n')}\n`);
}

type TokenLines = {exported: string; curl: string};

/** Names the token file instead of the token: the output may end up in logs, and the token allows running programs. */
function tokenLines({credentials}: Service, {url}: Listening, file: string | undefined): TokenLines {
	if (file === undefined) {
		const token = credentials.token === '' ? serveMessages.yourToken : credentials.token;
		return {exported: serveMessages.exportToken(token), curl: serveMessages.curl(token, url)};
	}
	const word = quoteWord(file);
	return {exported: serveMessages.exportTokenIn(word), curl: serveMessages.curlTokenIn(word, url)};
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

const headerFlags = (headers: ByName<string>) =>
	Object.entries(headers)
		.map(([name, value]) => serveMessages.headerFlag(name, value))
		.join(' ');

/** Logs the end, with the servers that continue to run without the service. */
function logClosed({log}: ServePort, names: readonly string[]): void {
	logLeftRunning(log, names);
	log.write({level: 'info', event: 'closed', message: serviceLogMessages.closed});
}

function waitForEnd(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
}
