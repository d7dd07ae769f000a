import {loadConfig, type Config} from '../../config/load.ts';
import {settleColors, type Look} from '../../tui/theme/choose.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import type {KeptView} from '../../app/kernel/state/view-state.ts';
import type {Globals} from '../start/command-run.ts';
import {type Opening, openingOf} from '../start/config-access.ts';
import type {SessionEnd} from '../start/run-session.ts';
import {openTuiConnection, type Place} from '../start/tui-session.ts';
import {nextTurn} from '../../lib/time/clock.ts';
import {tuiStartMessages} from '../../messages/cli.ts';
import {configFileMessages} from '../../messages/config.ts';
import {readThemes} from '../../config/themes.ts';
import {UsageError} from '../../lib/errors.ts';
import {ownValue} from '../../lib/json/maps.ts';

/** Opens the TUI on a capable terminal; otherwise, or on request, line mode. */
export async function openTui(io: Io, globals: Globals): Promise<ExitCode> {
	const {terminal, env} = io;
	if (!terminal) {
		say(io, tuiStartMessages.needsTerminal(tuiStartMessages.commandsWork));
		return exitCodes.wrongUsage;
	}
	const first: Opening = {flags: globals, env};
	let config = loadConfig(first);
	const openings = {first: {name: config.profileName, opening: first}, env, flags: globals};
	const kept = new Map<string, KeptView>();
	for (;;) {
		const place = {openings, kept: kept.get(config.profileName)};
		const end = await runSession(io, globals, {config, terminal, place});
		if (end.next === undefined) {
			await sayProblems(io, config);
			return end.code;
		}
		kept.set(config.profileName, end.kept);
		config = loadConfig(openingOf(openings, end.next));
	}
}

type Running = {config: Config; terminal: NonNullable<Io['terminal']>; place: Place};

async function runSession(io: Io, globals: Globals, running: Running): Promise<SessionEnd> {
	const {config, terminal, place} = running;
	const isDumb = io.env['TERM'] === 'dumb';
	return isDumb || config.settings.screen_reader
		? (await import('../start/line-mode.ts')).runLineMode(io, config, terminal, isDumb, place)
		: runTui(io, globals, running);
}

async function sayProblems(io: Io, config: Config): Promise<void> {
	for (const warning of config.warnings) say(io, warning);
	const [{keySettingProblems}, {viewSettingProblems}] = await Promise.all([
		import('../start/key-settings.ts'),
		import('../start/view-settings.ts'),
	]);
	const problems = [
		...keySettingProblems(config.configDir, config.settings),
		...viewSettingProblems(config.configDir, config.settings),
	];
	for (const {file, line, message} of problems) {
		say(io, `${line === undefined ? file : `${file}:${line}`}: ${message}.`);
	}
}

/** Throws `UsageError` for a file with problems, instead of colors that nobody chose. */
function usableTheme({settings: {theme}}: Config, themes: ReturnType<typeof readThemes>): Look['theme'] {
	const found = ownValue(themes, theme);
	if (found) return found;
	throw new UsageError(configFileMessages.unusableTheme(theme));
}

async function runTui(io: Io, globals: Globals, {config, terminal, place}: Running): Promise<SessionEnd> {
	const {env} = io;
	const themes = readThemes(config.configDir);
	const {background} = config.settings;
	const look: Look = {
		noColor: globals.color === false,
		ascii: globals.ascii ?? false,
		theme: usableTheme(config, themes),
		themes,
		background: background === 'auto' ? undefined : background,
		profileColor: config.color,
	};
	const painted = Promise.withResolvers<void>();
	const connection = openTuiConnection(io, config, painted.promise);
	const {diagnostics} = io;
	if (diagnostics) {
		void painted.promise.then(() => diagnostics.onReached('firstPaint'));
		void connection.quiet.then(() => diagnostics.onReached('firstList'));
	}
	// Sends the request.
	if (config.baseUrl !== undefined) await nextTurn();
	const settled = settleColors(env, look);
	const {runOnScreen} = await import('../start/on-screen.ts');
	settled();
	// Receives the team and requests its list.
	if (config.baseUrl !== undefined) await nextTurn();
	return runOnScreen(io, config, terminal, look, place, painted, connection);
}
