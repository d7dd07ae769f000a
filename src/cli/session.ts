import type {ReceivedTeamEntry} from '../actions/team-entry.ts';
import type {MemorableJob} from '../actions/memorable.ts';
import {isDemo, loadConfig, type Config} from '../config/load.ts';
import type {Flags} from '../config/profile.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {Listed} from '../contract/models/listed.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {Team} from '../contract/models/team.ts';
import type {OpenFeed} from '../contract/packets.ts';
import {UsageError} from '../lib/usage-error.ts';
import {consent, type ConsentRequest} from './consent.ts';
import {atDeadline, withDeadline} from './deadline.ts';
import {readingOf, type Io} from './io.ts';
import {journalOf} from './journal-file.ts';
import {knownTeam, listOfTeam} from './known-team.ts';
import {once} from './lazy.ts';
import {openConnection} from './open-connection.ts';
import {say} from './output.ts';
import {recordedApi, type Recording} from './recorded-api.ts';
import type {RecordAction} from './records.ts';
import {openShellJournal} from './shell-journal.ts';
import {sessionMessages} from '../messages/cli-session.ts';

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
	/** Sends an action; the journal records it before it is sent, and then its outcome. */
	record: RecordAction;
	/** Resolves when these entries of a job are in the journal. */
	keepJobs: (entries: readonly MemorableJob[]) => Promise<void>;
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
	const {
		api: plain,
		openFeed,
		close,
	} = openConnection(io, config, {
		rereads: follows,
		onCall: ({request, skewMs: shown}) => {
			skewMs = shown ?? skewMs;
			if (!follows && !/^(GET|HEAD|OPTIONS) /.test(request)) io.acted?.();
		},
	});
	const isKept = !isDemo(config) && !config.readOnly;
	const journal = isKept ? openShellJournal(io, journalOf(config)) : undefined;
	const {api, record} = journal
		? recordedApi(plain, journal, recording, () => skewMs)
		: {api: plain, record: notRecorded};
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
		const agreed = (asked: ConsentRequest) => consent(io, config, flags.yes, asked);
		const keepJobs: Call['keepJobs'] = async entries => journal?.keep(entries);
		const syncTeamJournal = async (id: string) => {
			const {syncOnce, readUnstored} = await import('./sync-team-journal.ts');
			const known = {api: plain, teamId: id, skewMs, signal};
			if (!journal) return readUnstored({...known, place: journalOf(config)});
			await syncOnce({...known, journal});
			return [];
		};
		const context = {api, record, keepJobs, config, openFeed, signal, team, teamId, listServers};
		return await command({...context, syncTeamJournal, consent: agreed});
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
