import {randomUUID} from 'node:crypto';
import {isProblem, type Problem} from '../config/check.ts';
import {isDemo, type Config} from '../config/load.ts';
import type {Credentials} from '../contract/credentials.ts';
import {notify} from '../app/kernel/notify.ts';
import type {Services} from '../app/kernel/services.ts';
import {openSession, type Session} from '../app/session.ts';
import {exportOnDemand} from '../app/export/on-demand.ts';
import {systemClock} from '../lib/clock.ts';
import type {Io} from './io.ts';
import {keySettingProblems} from './key-settings.ts';
import {journalOf} from './journal-file.ts';
import {lazyJournal} from './lazy-journal.ts';
import {say} from './output.ts';
import {openFiles} from './output-files.ts';
import {openTuiConnection, type TuiConnection} from './tui-connection.ts';
import {noFrontEnd, settingsOf} from './settings.ts';
import {configAccess, type Openings} from './config-access.ts';
import type {KeptView} from '../app/kernel/view-state.ts';
import {version} from './version.ts';
import {isFirstRun, keepDismissed} from './welcome.ts';
import {keySettingMessages, updateMessages} from '../messages/cli-start.ts';

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
		const {openJournal} = await import('../journal/journal.ts');
		return openJournal({
			...journalOf(config),
			clock: systemClock,
			onProblem,
		});
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
	});
	connection.serve(session);
	void ready.then(() => keepDismissed(config));
	const {updateUrl} = config;
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
	reportProblems(session.services, keySettingProblems(config));
	if (Object.keys(config.views).length > 0) {
		void ready.then(async () => {
			const {viewSettingProblems} = await import('./view-settings.ts');
			reportProblems(session.services, viewSettingProblems(config));
		});
	}
	return {
		services: session.services,
		close: async () => {
			if (session.services.store.getState().transcript)
				await exportOnDemand.endTranscript(session.services, 'closing');
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
			const {openAlertPort} = await import('./alerts/port.ts');
			return openAlertPort(await alerts(), config, {env: io.env, clock: systemClock, signal: io.ending});
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
