import {setImmediate} from 'node:timers/promises';
import {loadConfig, type Config} from '../../config/load.ts';
import {settleColors, type Look} from '../../tui/theme/choose.ts';
import {openTuiSession} from '../tui-session.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {keySettingProblems} from '../key-settings.ts';
import {say} from '../output.ts';
import type {Globals} from '../command-run.ts';
import {writeReport} from '../report.ts';
import {deckMessages} from '../../messages/cli-start.ts';

/** The TUI itself, where there is a terminal for it; line by line where that is asked for, or all that it can show. */
export async function openTui(io: Io, globals: Globals): Promise<ExitCode> {
	const {terminal, env} = io;
	if (!terminal) {
		say(io, deckMessages.needsTerminal(deckMessages.commandsWork));
		return exitCodes.wrongUsage;
	}
	const config = loadConfig({flags: globals, env});
	const isDumb = env['TERM'] === 'dumb';
	const code =
		isDumb || config.screenReader
			? await (await import('../line-mode.ts')).runLineMode(io, config, terminal, isDumb)
			: await runTui(io, globals, config, terminal);
	for (const warning of config.warnings) say(io, warning);
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
		profileColour: config.colour,
	};
	const settled = settleColors(env, look);
	const {mountTui} = await import('../../tui/mount.tsx');
	settled();
	const painted = Promise.withResolvers<void>();
	const session = openTuiSession(io, config, painted.promise);
	const tui = mountTui({
		services: session.services,
		...terminal,
		env,
		look,
		ending: io.ending,
		report: bug => writeReport(bug, config.stateDir, env, new Date()),
	});
	await setImmediate();
	painted.resolve();
	try {
		const outcome = await tui.waitUntilExit();
		return outcome === 'lost' ? exitCodes.hangUp : exitCodes.done;
	} finally {
		await session.close();
	}
}
