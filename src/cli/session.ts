import type {CallReport} from '../api/exchange.ts';
import {loadConfig, type Config} from '../config/load.ts';
import type {Flags} from '../config/profile.ts';
import type {Api, EndpointName} from '../contract/endpoints/index.ts';
import type {OpenFeed} from '../contract/packets.ts';
import {systemClock} from '../lib/clock.ts';
import {connect, type Connection} from './connect.ts';
import {atDeadline, withDeadline} from './deadline.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {writeReport} from './report.ts';
import {recordedApi, type Recording} from './recorded-api.ts';
import {rememberNames} from './server-names.ts';
import {openShellMemory} from './shell-memory.ts';

/** What a one-shot command works with. */
export type Call = {
	api: Api;
	config: Config;
	/** undefined: the feed is configured to be off. */
	openFeed: OpenFeed | undefined;
	signal: AbortSignal;
	teamId: () => Promise<string>;
};

/** What every command may be told besides where to. */
export type Wishes = {deadline?: string; quiet?: true};

/** Nobody should take an invented fleet for theirs. */
export const onSandbox =
	'No service is configured (RCONDECK_URL or a profile): this runs on a sandbox that ends with the command.';

/**
Opens the service that is meant, runs the command on it, and closes it whatever comes. The journal tells what it
sends; not of a sandbox that ends with the command, nor of a session that may send nothing.
*/
export async function withService<Result>(
	io: Io,
	flags: Flags & Wishes,
	command: (call: Call) => Promise<Result>,
	recording: Recording = {},
): Promise<Result> {
	const config = loadConfig({flags, env: io.env});
	for (const warning of config.warnings) say(io, warning);
	if (config.baseUrl === undefined) say(io, onSandbox);
	const {api: plain, openFeed, close} = openConnection(io, config);
	const named = config.baseUrl === undefined ? plain : remembering(plain, config.stateDir);
	const isKept = config.baseUrl !== undefined && !config.readOnly;
	const memory = isKept ? openShellMemory(io, config.stateDir) : undefined;
	const api = memory ? recordedApi(named, memory, recording) : named;
	const signal = withDeadline(io.ending, flags.deadline);
	try {
		const teamId = async () => (await api.myTeam({}, {signal})).id;
		return await command({api, config, openFeed, signal, teamId});
	} catch (error) {
		if (flags.deadline === undefined || io.ending.aborted || !signal.aborted) throw error;
		throw atDeadline(error, flags.deadline);
	} finally {
		await memory?.close();
		await close();
	}
}

/** The completion of shells offers the servers of the last list. */
function remembering(api: Api, stateDir: string): Api {
	const listServers: Api['listServers'] = async (input, options) => {
		const list = await api.listServers(input, options);
		rememberNames(stateDir, list.items);
		return list;
	};
	return new Proxy(api, {
		get: (plain, name): unknown => (name === 'listServers' ? listServers : Reflect.get(plain, name)),
	});
}

type Opening = {
	ready?: Promise<void>;
	onMissing?: (name: EndpointName) => void;
	onCall?: (report: CallReport) => void;
};

/** Nothing is loaded before `ready`. A bug inside of the sandbox leaves a report; the sandbox goes on. */
export function openConnection(
	io: Io,
	config: Config,
	{ready, onMissing = name => say(io, `This service does not offer ${name}.`), onCall}: Opening = {},
): Connection {
	const {env} = io;
	return connect(config, {
		clock: systemClock,
		random: Math.random,
		ready,
		onCall,
		onMissing,
		onBug: bug => void writeReport(bug, config.stateDir, env, new Date()),
	});
}
