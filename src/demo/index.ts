import {defaultTimings, type Timings} from '../service/timings.ts';
import {openService, type Service, type ServiceOptions} from '../service/index.ts';
import {
	addTestAccounts,
	type DemoCredentials,
	demoCredentialsOf,
	type Fleet,
	readFleet,
	seedFleet,
} from './fleet.ts';
import type {RconQuirkName, ScenarioName} from './choices.ts';
import {startColleague} from './colleague.ts';
import {createRequestFaults, type Faults, openFaults} from './faults.ts';
import {startCrashes, startNodeOutages, startScenarios} from './scenarios.ts';
import {seedHistory} from './seed-history.ts';
import {combineQuirks} from './rcon/quirks.ts';
import {createSimulatedServers} from './simulated-servers.ts';

/** Durations of nodes and simulated games, in milliseconds. */
export type DemoTimings = Timings & {
	/** The time from the launch of the process until the game listens. */
	bootMs: number;
};

export const shortTimings: DemoTimings = {...defaultTimings, bootMs: 3000};

/** The timings of the real node agent. (public documentation: Transitions; What players see) */
const trueTimings: DemoTimings = {
	bootMs: 90_000,
	probeMs: 10_000,
	countdownMs: [7000, 8000, 9000, 10_000],
	saveMs: 10_000,
	exitMs: 20_000,
	graceMs: 30_000,
	restartNoticeMs: 1000,
	installMs: 180_000,
	moveMs: 60_000,
	backupMs: 20_000,
	deleteMs: 10_000,
	heartbeatMs: 10_000,
};

export type DemoOptions = Omit<ServiceOptions, 'seed' | 'driver' | 'intercept' | 'timings'> & {
	/** The initial fleet of new records (default `assets/demo/fleet.json`). */
	fleet?: Fleet;
	/** The number of servers, instead of the fleet's own. */
	servers?: number;
	/** Installing, booting and stopping take as long as on the real node agent. */
	trueTimings?: boolean;
	/** Overrides of single durations, in milliseconds. */
	timings?: Partial<DemoTimings>;
	/** Simulates a second admin who occasionally runs a harmless command. */
	hasColleague?: boolean;
	/** Makes a node occasionally disconnect for a while or log in again. */
	hasNodeOutages?: boolean;
	/** Makes a server occasionally crash. */
	hasCrashes?: boolean;
	/** New records have what the last hours would have left: commands, runs and notes. */
	hasHistory?: boolean;
	scenarios?: readonly ScenarioName[];
	/** RCON quirks of real games, applied to all simulated games. */
	rconQuirks?: readonly RconQuirkName[];
};

export type Demo = Service & {
	credentials: DemoCredentials;
	faults: Faults;
	/** What players of a server can read, oldest first; empty while no game runs. */
	chat: (serverId: string) => readonly string[];
};

/** Nothing of the demo reaches anyone. */
const simulatedWebhook = {
	isSimulated: true,
	problem: async () => undefined,
	send: async () => undefined,
} as const;

/** Opens the local service with a simulated fleet. Resolves when every game that is to run listens. */
export async function openDemo(options: DemoOptions): Promise<Demo> {
	const {clock, random = Math.random, fleet, servers, onBug = () => {}} = options;
	const timings = {...(options.trueTimings ? trueTimings : shortTimings), ...options.timings};
	const quirks = combineQuirks(options.rconQuirks ?? []);
	const simulated = createSimulatedServers({
		clock,
		random,
		bootMs: timings.bootMs,
		quirks,
		servers: readFleet(fleet, servers).servers,
	});
	const {driver, chat, crowdOf} = simulated;
	const requests = createRequestFaults(clock);
	const service = await openService({
		...options,
		timings,
		driver,
		webhook: simulatedWebhook,
		seed: records => seedFleet(records, fleet, servers),
		intercept: requests.intercept,
	});
	const {context, teamId} = service;
	addTestAccounts(context, fleet);
	if (options.hasHistory) await seedHistory(context, teamId, readFleet(fleet), crowdOf);
	const ends = [
		options.hasColleague && startColleague(context, teamId, onBug),
		options.hasNodeOutages && startNodeOutages(context, teamId),
		options.hasCrashes && startCrashes(context, teamId, onBug),
		startScenarios(context, teamId, options.scenarios ?? [], onBug),
	];
	return {
		...service,
		credentials: demoCredentialsOf(context, service.credentials),
		faults: openFaults(service, requests),
		chat,
		close: () => {
			for (const end of ends) if (end) end();
			return service.close();
		},
	};
}
