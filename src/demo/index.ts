import {openService, type Service, type ServiceOptions} from '../service/index.ts';
import {demoCredentialsOf, type DemoCredentials} from './accounts.ts';
import type {RconQuirkName, ScenarioName} from './choices.ts';
import {startColleague} from './colleague.ts';
import {createRequestFaults, openFaults, type Faults} from './faults.ts';
import {addTestAccounts, seedFleet, type Fleet} from './fleet.ts';
import {startNodeOutages} from './node-outages.ts';
import {combineQuirks} from './rcon/quirks.ts';
import {startScenarios} from './scenarios.ts';
import {createSimulatedServers} from './simulated-servers.ts';
import {shortTimings, trueTimings, type DemoTimings} from './timings.ts';

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

/** Opens the local service with a simulated fleet. Resolves when every game that is to run listens. */
export async function openDemo(options: DemoOptions): Promise<Demo> {
	const {clock, random = Math.random, fleet, servers, onBug = () => {}} = options;
	const timings = {...(options.trueTimings ? trueTimings : shortTimings), ...options.timings};
	const quirks = combineQuirks(options.rconQuirks ?? []);
	const {driver, chat} = createSimulatedServers({clock, random, bootMs: timings.bootMs, quirks});
	const requests = createRequestFaults(clock);
	const service = await openService({
		...options,
		timings,
		driver,
		seed: records => seedFleet(records, fleet, servers),
		intercept: requests.intercept,
	});
	const {context, teamId} = service;
	addTestAccounts(context, fleet);
	const ends = [
		options.hasColleague && startColleague(context, teamId, onBug),
		options.hasNodeOutages && startNodeOutages(context, teamId),
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
