import path from 'node:path';
import * as z from 'zod';
import type {ReceivedTeamEntry} from '../../actions/team-entry.ts';
import type {Memorable} from '../../actions/memorable.ts';
import {type Config, isDemo, loadConfig} from '../../config/load.ts';
import type {Flags} from '../../config/profile.ts';
import type {CallOptions} from '../../contract/endpoint.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {JobRequest} from '../../contract/models/job.ts';
import type {Listed} from '../../contract/models/list.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Team} from '../../contract/models/team.ts';
import type {OpenFeed} from '../../contract/packets.ts';
import {once} from '../../lib/once.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Connection} from './connection.ts';
import type {ConsentRequest} from '../output/consent.ts';
import {atDeadline, withDeadline} from './deadline.ts';
import {type Io, readingOf} from '../output/io.ts';
import {journalOf} from './journal-file.ts';
import {openConnection} from './connect.ts';
import {say} from '../output/output.ts';
import {recordCommands, type Recording} from '../recorded-calls.ts';
import type {RecordAction, RecordFailed, RecordReached} from './records.ts';
import {repeatUnsent} from './repeat-unsent.ts';
import {openShellJournal} from './shell-journal.ts';
import {sessionMessages} from '../../messages/login.ts';
import {ApiError} from '../../contract/errors.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import {makePrivateFolder, writePrivateFile} from '../../lib/files/private-folder.ts';
import {tryReadText} from '../../lib/files/regular-file.ts';

/** The context of a one-shot command. */
export type Call = {
	api: Api;
	config: Config;
	/** undefined if the feed is disabled in the configuration. */
	openFeed: OpenFeed | undefined;
	signal: AbortSignal;
	/** Cached after the first read. */
	team: () => Promise<Team>;
	teamId: () => Promise<string>;
	/** Lists the servers of the team. */
	listServers: (options: CallOptions) => Promise<Listed<GameServer>>;
	carriedOut: Connection['carriedOut'];
	/** Sends an action; the journal records it before it is sent, and then its outcome. */
	record: RecordAction;
	recordFailed: RecordFailed;
	recordReached: RecordReached;
	/** Resolves when these entries are in the journal. */
	keep: (entries: readonly Memorable[]) => Promise<void>;
	/** Takes what other programs ask of the jobs of this one. */
	takeJobRequests: () => Promise<readonly JobRequest[]>;
	/**
	Reads the team's journal into the local one, if the service offers it; a session that does not write returns the new
	entries instead. Never rejects because of the service.
	*/
	syncTeamJournal: (teamId: string) => Promise<readonly ReceivedTeamEntry[]>;
	/** Asks for confirmation of a change; throws unless confirmed. */
	consent: (asked: ConsentRequest) => Promise<void>;
};

/** Options of every command besides those that select the service. */
export type SessionOptions = {deadline?: string; quiet?: true; yes?: true};

/**
Opens the configured service, or the demo with `--demo`, runs the command, and always closes the service. The
journal records what the command sends, except on the demo and in a read-only session. Throws `UsageError` without
a service: a cron job that lost its RCONDECK_URL must not succeed on servers that do not exist. `follows`: the
command runs until it is ended or nobody reads its output anymore.
*/
export async function withService<Result>(
	io: Io,
	flags: Flags & SessionOptions,
	command: (call: Call) => Promise<Result>,
	{follows = false, ...recording}: Recording & {follows?: boolean} = {},
): Promise<Result> {
	const config = loadConfig({flags, env: io.env});
	for (const warning of config.warnings) say(io, warning);
	checkService(io, config);
	let skewMs: number | undefined;
	const isKept = !isDemo(config) && !config.readOnly;
	const journal = isKept ? openShellJournal(io, journalOf(config)) : undefined;
	const recorder = journal && recordCommands(journal, recording, () => skewMs);
	const {api, openFeed, carriedOut, close} = openConnection(io, config, {
		middleware: [...(recorder ? [recorder.middleware] : []), repeatUnsent(io)],
		rereads: follows,
		onCall: ({request, skewMs: shown}) => {
			skewMs = shown ?? skewMs;
			if (!follows && !/^(GET|HEAD|OPTIONS) /.test(request)) io.acted?.();
		},
	});
	const {record, recordFailed, recordReached} = recorder ?? {
		record: notRecorded,
		recordFailed: () => {},
		recordReached: () => {},
	};
	const until = follows ? readingOf(io) : io.ending;
	const signal = withDeadline(until, flags.deadline);
	try {
		const team = once(() => api.myTeam({}, {signal}));
		const known = knownTeam(config);
		const teamId = async () => {
			const {id} = await team();
			known.keep(id);
			return id;
		};
		const listServers: Call['listServers'] = options =>
			listOfTeam(known, teamId, id => api.listServers({teamId: id}, options));
		const consent: Call['consent'] = async asked =>
			(await import('../output/consent.ts')).consent(io, config, flags.yes, asked);
		const keep: Call['keep'] = async entries => journal?.keep(entries);
		const takeJobRequests: Call['takeJobRequests'] = async () => (await journal?.takeJobRequests()) ?? [];
		const syncTeamJournal = async (id: string) => {
			const {syncOnce, readUnstored} = await import('./sync-team-journal.ts');
			const known = {api, teamId: id, skewMs, signal};
			if (!journal) return readUnstored({...known, place: journalOf(config)});
			await syncOnce({...known, journal});
			return [];
		};
		const context = {
			api,
			carriedOut,
			record,
			recordFailed,
			recordReached,
			keep,
			takeJobRequests,
			config,
			openFeed,
			signal,
			team,
			teamId,
			listServers,
		};
		return await command({...context, syncTeamJournal, consent});
	} catch (error) {
		if (flags.deadline === undefined || until.aborted || !signal.aborted) throw error;
		throw atDeadline(error, flags.deadline);
	} finally {
		await journal?.close();
		await close(signal);
	}
}

/** Throws `UsageError` if no service was chosen, and says so if it is the demo: it must not be taken for real servers. */
export function checkService(io: Io, {service}: Pick<Config, 'service'>): void {
	if (service === 'none') throw new UsageError(sessionMessages.noService);
	if (service === 'demo') say(io, sessionMessages.onDemo);
}

const notRecorded: RecordAction = (_recorded, _options, send) => send();

const teamsFile = 'teams.json';
const maxTeams = 20;

const TeamsFile = z.object({teams: z.record(z.string(), z.string())});

/** The id of the team that the service last named for these credentials. */
export type KnownTeam = {id: () => string | undefined; keep: (id: string) => void};

/**
Returns the configured team, or that in the file of the state folder. Only the credentials of an application belong to one team; a user's may be for
several, and the service chooses.
*/
function knownTeam({stateDir, baseUrl, team, profileName, credentials}: Config): KnownTeam {
	if (baseUrl !== undefined && team !== undefined) return {id: () => team, keep: () => {}};
	const isOfOne = credentials?.kind === 'token' || credentials?.kind === 'application';
	if (baseUrl === undefined || !isOfOne) return {id: () => undefined, keep: () => {}};
	const file = path.join(stateDir, teamsFile);
	const application = credentials.kind === 'application' ? credentials.id : '';
	const key = [baseUrl, profileName, application].join(' ');
	return {
		id: () => teamsIn(file).get(key),
		keep: id => {
			const teams = teamsIn(file);
			if (teams.get(key) === id) return;
			teams.delete(key);
			const newest = [[key, id] as const, ...teams].slice(0, maxTeams);
			try {
				makePrivateFolder(stateDir);
				writePrivateFile(file, JSON.stringify({teams: Object.fromEntries(newest)}));
			} catch {
				// The next command asks for the team again.
			}
		},
	};
}

function teamsIn(file: string): Map<string, string> {
	const {data} = TeamsFile.safeParse(tryParseJson(tryReadText(file) ?? ''));
	return new Map(Object.entries(data?.teams ?? {}));
}

/**
Reads a list of the team: of the known one, which saves a request, unless the credentials are now for another one. Then the
service refuses that of the known team, or shows nothing of it. `teamId` asks the service.
*/
async function listOfTeam<Item>(
	known: KnownTeam,
	teamId: () => Promise<string>,
	read: (teamId: string) => Promise<Listed<Item>>,
): Promise<Listed<Item>> {
	const before = known.id();
	if (before === undefined) return read(await teamId());
	const [list] = await Promise.allSettled([read(before)]);
	const isOther =
		list.status === 'fulfilled'
			? list.value.items.length + list.value.unreadable.length === 0
			: list.reason instanceof ApiError && refusals.has(list.reason.status);
	const id = isOther ? await teamId() : before;
	if (id !== before) return read(id);
	if (list.status === 'rejected') throw list.reason;
	return list.value;
}

/** Of a team that is unknown or another's. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 403, 404]);
