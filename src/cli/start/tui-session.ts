import {randomUUID} from 'node:crypto';
import {capabilityListener} from '../../app/kernel/state/offered-extensions.ts';
import {openSession, type Session} from '../../app/session.ts';
import type {Event} from '../../app/state.ts';
import {type Config, isDemo} from '../../config/load.ts';
import {learnPermissions} from '../../app/kernel/state/learn-permissions.ts';
import type {Middleware} from '../../contract/call.ts';
import type {CallOptions} from '../../contract/endpoint.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {Connection} from './connection.ts';
import {afterUnlessDone, nextTurn, systemClock} from '../../lib/time/clock.ts';
import type {Io} from '../output/io.ts';
import {openConnection} from './connect.ts';
import {isProblem, type Problem} from '../../config/check.ts';
import type {Credentials} from '../../contract/credentials.ts';
import {notify} from '../../app/kernel/state/notify.ts';
import type {Services} from '../../app/kernel/state/services.ts';
import {endTranscript} from '../../app/export/transcript.ts';
import {keySettingProblems} from './key-settings.ts';
import {journalOf} from './journal-file.ts';
import {lazyJournal} from './lazy-journal.ts';
import {say} from '../output/output.ts';
import {isFirstRun, keepDismissed, openFiles} from './output-files.ts';
import {noFrontEnd, settingsOf} from './settings.ts';
import {configAccess, type Openings} from './config-access.ts';
import type {KeptView} from '../../app/kernel/state/view-state.ts';
import {version} from './version.ts';
import {keySettingMessages, updateMessages} from '../../messages/cli.ts';

/**
The connection of a session. `serve` gives it the session, which learns what the connection has found out by then.
`quiet` resolves when the first list is on the screen or late: what loads more code waits for it.
*/
export type TuiConnection = Connection & {serve: (session: Session) => void; quiet: Promise<void>};

/** By then the first list is late. */
const lateMs = 1000;

/**
Opens the connection of a TUI session. A service in this process is not loaded before `ready`. The first list of a hosted one
is requested now, and while its response travels, the screen is loaded.
*/
export function openTuiConnection(io: Io, config: Config, ready: Promise<void>): TuiConnection {
	let served: Session | undefined;
	const waiting: Event[] = [];
	const store = {
		dispatch: (event: Event) => {
			if (served) served.services.store.dispatch(event);
			else waiting.push(event);
		},
	};
	const isHosted = config.baseUrl !== undefined;
	const listed = Promise.withResolvers<void>();
	const quiet = Promise.all([ready, isHosted ? listed.promise : undefined]).then(nextTurn);
	const ahead = isHosted ? requestAhead(io.ending, quiet, listed.resolve) : undefined;
	const connection = openConnection(io, config, {
		ready,
		quiet,
		runner: 'session',
		rereads: true,
		onCall: ({skewMs}) => {
			if (skewMs !== undefined) store.dispatch({type: 'access/skewRead', skewMs});
		},
		capabilities: capabilityListener(store),
		middleware: [...(ahead ? [ahead.middleware] : []), learnPermissions(store)],
	});
	ahead?.begin(connection.api);
	return {
		...connection,
		quiet,
		serve: session => {
			served = session;
			for (const event of waiting.splice(0)) session.services.store.dispatch(event);
		},
	};
}

/** Requests the team and its list before there is a session. Its first calls get these responses; calls of others wait for them. */
function requestAhead(signal: AbortSignal, quiet: Promise<void>, onListed: () => void) {
	const forTeam: CallOptions = {signal};
	const forList: CallOptions = {signal, background: true};
	const responses = new Map<string, Promise<unknown>>();
	const middleware: Middleware = async (call, next) => {
		const {name, options} = call;
		if (options === forTeam || options === forList) return next(call);
		const response = responses.get(name);
		responses.delete(name);
		if (response) return response;
		if (name !== 'myTeam' && name !== 'listServers') await quiet;
		return next(call);
	};
	const begin = (api: Api) => {
		const team = api.myTeam({}, forTeam);
		const list = team.then(({id}) => api.listServers({teamId: id}, forList));
		responses.set('myTeam', team).set('listServers', list);
		// The session handles failures when it asks.
		list.then(onListed, onListed);
		afterUnlessDone(lateMs, onListed);
	};
	return {middleware, begin};
}

type Given = Pick<Services, 'openAlerts'> & {isUnattended?: boolean};

/** How the session is opened among the profiles of the program, and what its list was like when it was left. */
export type Place = {openings: Openings; kept: KeptView | undefined};

const noPlace: Place = {openings: {first: undefined, env: {}, flags: {}}, kept: undefined};

/** Opens a TUI session with its service and journal; neither is loaded before `ready`. */
export function openTuiSession(
	io: Io,
	config: Config,
	ready: Promise<void>,
	{openAlerts, isUnattended = false}: Given = openAlertsOf(io, config, ready),
	{openings, kept}: Place = noPlace,
	connection: TuiConnection = openTuiConnection(io, config, ready),
): Session & {close: () => Promise<void>} {
	let isClosed = false;
	const onProblem = (words: string) => {
		if (isClosed) return say(io, words);
		io.diagnostics?.onSaid(words);
		return notify(session.services, 'warning', words);
	};
	const journal = lazyJournal(async () => {
		await connection.quiet;
		const {openJournal} = await import('../../journal/journal.ts');
		const place = journalOf(config);
		if (!isDemo(config)) return openJournal({...place, clock: systemClock, onProblem});
		const {openDemoJournal} = await import('./demo-journal.ts');
		return openDemoJournal({...place, clock: systemClock, onProblem});
	}, onProblem);
	const session = openSession({
		api: connection.api,
		openFeed: connection.openFeed,
		clock: systemClock,
		newId: randomUUID,
		random: Math.random,
		settings: {...settingsOf(config), ...(isFirstRun(config) && {welcome: true})},
		// Where nobody looks, nothing is read.
		journal: isUnattended ? {...journal, markRead: () => {}} : journal,
		files: openFiles({
			stateDir: config.stateDir,
			folder: process.cwd(),
			secrets: () => [...secretsOf(config), ...secretsIn(connection.credentials())],
		}),
		config: configAccess(config, openings),
		kept,
		frontEnd: noFrontEnd(),
		...(openAlerts && {openAlerts}),
		...openTriggersOf(io, config, ready),
	});
	connection.serve(session);
	void ready.then(() => keepDismissed(config));
	const {update_url: updateUrl, views} = config.settings;
	if (updateUrl !== undefined && !isUnattended) {
		void ready.then(async () => {
			const {newerVersion} = await import('./update-notice.ts');
			const {stateDir} = config;
			const about = {url: updateUrl, current: version, stateDir, env: io.env};
			const newer = await newerVersion({...about, now: systemClock.now(), signal: io.ending});
			if (newer !== undefined && !isClosed)
				notify(session.services, 'info', updateMessages.newer(newer, version), {forMs: 20_000});
		});
	}
	reportProblems(session.services, keySettingProblems(config.configDir, config.settings));
	if (Object.keys(views).length > 0) {
		void ready.then(async () => {
			const {viewSettingProblems} = await import('./view-settings.ts');
			reportProblems(session.services, viewSettingProblems(config.configDir, config.settings));
		});
	}
	return {
		services: session.services,
		close: async () => {
			if (session.services.store.getState().transcript) await endTranscript(session.services, 'closing');
			session.close();
			// Notices can no longer be shown.
			isClosed = true;
			await journal.close();
			await connection.close(io.ending);
		},
	};
}

/** Reports the first problem of config.toml, and how many there are. */
function reportProblems(services: Services, problems: readonly Problem[]): void {
	const [first, ...others] = problems.filter(isProblem);
	if (!first) return;
	const more = others.length > 0 ? keySettingMessages.problemCount(others.length + 1) : '';
	const where = first.line === undefined ? 'config.toml' : `config.toml:${first.line}`;
	notify(services, 'warning', keySettingMessages.firstProblem(more, where, first.message));
}

/** The demo sends no alerts, except with `rcondeck alerts`. */
function openAlertsOf(io: Io, config: Config, ready: Promise<void>): Pick<Services, 'openAlerts'> {
	const {alerts} = config;
	if (!alerts || isDemo(config)) return {};
	return {
		openAlerts: async () => {
			await ready;
			const {openAlertPort} = await import('../commands/alerts/port.ts');
			return openAlertPort(await alerts(), config, {env: io.env, clock: systemClock, signal: io.ending});
		},
	};
}

/** Triggers of the demo send commands, but no alerts. */
function openTriggersOf(io: Io, config: Config, ready: Promise<void>): Pick<Services, 'openTriggers'> {
	const {alerts, settings} = config;
	if (settings.triggers.length === 0) return {};
	return {
		openTriggers: async () => {
			await ready;
			const {openTriggerPort} = await import('../commands/alerts/port.ts');
			const own = isDemo(config) ? undefined : await alerts?.();
			return openTriggerPort(own, config, {env: io.env, clock: systemClock, signal: io.ending});
		},
	};
}

/** Returns the secrets that must not appear in any file. */
function secretsOf({credentials, feed}: Config): string[] {
	const passcode = feed.passcode === undefined ? [] : [feed.passcode.reveal()];
	return [...passcode, ...secretsIn(credentials)];
}

function secretsIn(credentials: Credentials | undefined): string[] {
	if (!credentials) return [];
	return [credentials.kind === 'application' ? credentials.secret.reveal() : credentials.token.reveal()];
}
