import {Command, CommanderError, type OptionValues} from 'commander';
import {mayColor} from './colors.ts';
import {commandsFor} from './commands/index.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {openPaged} from './pager.ts';
import {version} from './version.ts';
import type {Globals, Action, Run} from './command-run.ts';

/** Reads the arguments and runs the one command that they mean. Rejects with what `exitCodeOf` knows. */
export async function runProgram(io: Io): Promise<ExitCode> {
	let code: ExitCode = exitCodes.done;
	const paged = openPaged(io, () => program.opts<Globals>().pager === false || io.ending.aborted);
	const program = createProgram({stdout: paged.stdout, stderr: io.stderr});
	const run: Run =
		<Options extends OptionValues>(action: Action<Options>) =>
		async (...given: unknown[]) => {
			// commander ends what it gives with the command itself.
			const command = given.at(-1) as Command;
			const options: Options = command.opts();
			const stdout = isLong(command, options) ? paged.stdout : io.stdout;
			const globals = program.opts<Globals>();
			const colours = mayColor(io, globals.color === false);
			code = await action({...io, stdout, colours}, globals, options, command.args);
		};
	try {
		const {operands, unknown} = program.parseOptions([...io.argv]);
		if (operands.length === 0 && unknown.length === 0) {
			const {openTui} = await import('./commands/tui.ts');
			return await openTui(io, program.opts());
		}
		for (const add of await commandsFor(operands[0])) add(program, run);
		await program.parseAsync(io.argv, {from: 'user'});
		return code;
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		// commander has said what is wrong, or has shown the help that was asked for.
		return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
	} finally {
		await paged.flush();
	}
}

/** What may be longer than the screen, and is there all at once. */
const longOutput = new Set([
	'automations',
	'config',
	'handover',
	'keys',
	'log',
	'nodes',
	'runs',
	'servers',
	'show',
	'tasks',
	'team',
]);

function isLong(command: Command, options: OptionValues): boolean {
	const names = [command.name(), command.parent?.name() ?? ''];
	return names.some(name => longOutput.has(name)) && options['watch'] !== true;
}

/** Every command as it is declared, none of which does anything: for what is written about them. */
export async function declaredProgram(): Promise<Command> {
	const silent = {write: () => {}};
	const program = createProgram({stdout: silent, stderr: silent});
	for (const add of await commandsFor(undefined)) add(program, () => async () => {});
	return program;
}

function createProgram({stdout, stderr}: Pick<Io, 'stdout' | 'stderr'>): Command {
	const program = new Command('rcondeck')
		.description('Every game server of a team in one terminal. Without a command: the deck.')
		.option('--profile <name>', 'the profile of the configuration to use')
		.option('--url <url>', 'the base URL of the service')
		.option('--demo', 'use a simulated fleet, even where a service is configured')
		.option('-y, --yes', 'do not ask; required without a terminal for what changes something')
		.option('--read-only', 'change nothing: no RCON, no start, no stop')
		.option('--no-color', 'use no colours')
		.option('--ascii', 'draw with ASCII only')
		.option('--screen-reader', 'the deck line by line, for screen readers and plain terminals')
		.option('--no-pager', 'never show long output through a pager')
		.option('--deadline <seconds>', 'end a command after so many seconds, whatever is done by then')
		.option('-q, --quiet', 'show no progress')
		.version(`rcondeck ${version}`, '--version', 'show the version')
		.helpOption('-h, --help', 'show this help')
		.helpCommand('help [command]', 'show the help of a command')
		.configureHelp({showGlobalOptions: true})
		.configureOutput({
			writeOut: text => void stdout.write(text),
			writeErr: text => void stderr.write(text),
			outputError: (text, write) => write(text.replace(/^error: /, 'rcondeck: ')),
		})
		.showHelpAfterError('rcondeck --help shows what there is.')
		.exitOverride();
	return program;
}
