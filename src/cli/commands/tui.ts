import {loadConfig, type Config} from '../../config/load.ts';
import {settleColors, type Look} from '../../tui/theme/choose.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {say} from '../output.ts';
import type {Globals} from '../command-run.ts';
import {tuiStartMessages} from '../../messages/cli-start.ts';

/** Opens the TUI on a capable terminal; otherwise, or on request, line mode. */
export async function openTui(io: Io, globals: Globals): Promise<ExitCode> {
	const {terminal, env} = io;
	if (!terminal) {
		say(io, tuiStartMessages.needsTerminal(tuiStartMessages.commandsWork));
		return exitCodes.wrongUsage;
	}
	const config = loadConfig({flags: globals, env});
	const isDumb = env['TERM'] === 'dumb';
	const code =
		isDumb || config.screenReader
			? await (await import('../line-mode.ts')).runLineMode(io, config, terminal, isDumb)
			: await runTui(io, globals, config, terminal);
	for (const warning of config.warnings) say(io, warning);
	const {keySettingProblems} = await import('../key-settings.ts');
	for (const {file, line, message} of keySettingProblems(config)) {
		say(io, `${line === undefined ? file : `${file}:${line}`}: ${message}.`);
	}
	return code;
}

async function runTui(
	io: Io,
	globals: Globals,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
): Promise<ExitCode> {
	const {env} = io;
	const look: Look = {
		noColor: globals.color === false,
		ascii: globals.ascii ?? false,
		theme: config.theme,
		profileColor: config.colour,
	};
	const settled = settleColors(env, look);
	const {runOnScreen} = await import('../on-screen.ts');
	settled();
	return runOnScreen(io, config, terminal, look);
}
