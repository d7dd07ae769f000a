import {Command, CommanderError, Option, type OptionValues} from 'commander';
import {mayColor} from '../output/output.ts';
import {describe} from '../commands/describe.ts';
import {type AddCommands, commandsFor, longCommandNames, namesOfOne} from '../commands/index.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {type Io, withOutput} from '../output/io.ts';
import {openLogIfAsked} from '../output/log-option.ts';
import {pathOf, refuseUnknownCommand, refuseUnknownOption, refuseUnknownSubcommand} from './misspelled.ts';
import {outputOf, withJsonFields} from '../output/output-options.ts';
import {openPaged} from '../output/pager.ts';
import {version} from './version.ts';
import type {Action, Globals, Run} from './command-run.ts';
import {logLevels} from '../../lib/files/log.ts';
import {printableLine} from '../../lib/text/text.ts';
import {commandGroups, optionGroups, programMessages} from '../../messages/cli.ts';

/** Parses the arguments and runs their command. Rejects with errors that `exitCodeOf` knows. */
export async function runProgram(io: Io): Promise<ExitCode> {
	let code: ExitCode = exitCodes.done;
	const paged = openPaged(io, () => program.opts<Globals>().pager === false || io.ending.aborted);
	let complaint = '';
	const stderr = {write: (text: string | Uint8Array) => (complaint += String(text))};
	const program = createProgram({stdout: paged.stdout, stderr});
	let commands: readonly AddCommands[] = [];
	const run: Run =
		<Options extends OptionValues>(action: Action<Options>) =>
		async (...args: unknown[]) => {
			// commander passes the command itself as the last argument.
			const command = args.at(-1) as Command;
			const options: Options = command.opts();
			const stdout = isLong(command, options) ? paged.stdout : io.stdout;
			const globals = program.opts<Globals>();
			await openLogIfAsked(io, globals, pathOf(command));
			const colors = mayColor(io, globals.color === false);
			const format = await outputOf(command, options);
			const own = {...options, ...(format?.kind === 'json' && {json: true})};
			const ended = await action(
				withOutput(io, {
					stdout,
					colors,
					showsSecrets: globals.showSecrets === true,
					...(format && {format}),
				}),
				globals,
				own,
				command.args,
			);
			code = ended === undefined ? exitCodes.done : ended;
		};
	try {
		if (io.argv[0] === '__complete') {
			const {writeOffers} = await import('../completion/completion-offers.ts');
			return writeOffers(io, inertProgram(await commandsFor(typedCommand(io.argv))));
		}
		const {operands, unknown} = program.parseOptions([...io.argv]);
		if (operands.length === 0 && unknown.length === 0) {
			await openLogIfAsked(io, program.opts<Globals>(), 'tui');
			const {openTui} = await import('../commands/tui.ts');
			return await openTui(io, program.opts());
		}
		if (io.argv.some(word => asksForHelp.test(word))) (await import('./help.ts')).configureHelp(program);
		commands = await commandsFor(operands[0]);
		for (const add of commands) add(program, run);
		referToHelp(program, 'rcondeck');
		refuseUnknownCommand(program, operands);
		const isHelp = operands[0] === 'help' && operands.length > 2;
		refuseUnknownSubcommand(program, isHelp ? operands.slice(1) : operands);
		// commander shows only the help of the first word.
		const typed = isHelp ? [...io.argv.toSpliced(io.argv.indexOf('help'), 1), '--help'] : io.argv;
		await program.parseAsync(withJsonFields(typed), {from: 'user'});
		return code;
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		if (causes.has(error.code)) refuseUnknownOption(inertProgram(commands), io.argv);
		// commander has described the error, or shown the requested help.
		io.stderr.write(complaint);
		return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
	} finally {
		await paged.flush();
	}
}

/** An error refers to the help of the command that reports it. */
function referToHelp(command: Command, name: string): void {
	command.showHelpAfterError(programMessages.afterError(name));
	for (const one of command.commands) referToHelp(one, `${name} ${one.name()}`);
}

/** Errors that a misspelled option may have caused. */
const causes = new Set([
	'commander.unknownOption',
	'commander.missingArgument',
	'commander.missingMandatoryOptionValue',
]);

/** Returns the complete command in `__complete SHELL WORDS… WORD`; the other commands are then not needed. */
const typedCommand = (argv: readonly string[]) => argv.slice(2, -1).find(word => namesOfOne.includes(word));

const asksForHelp = /^(help|--help|-\w*h)$/;

function isLong(command: Command, options: OptionValues): boolean {
	const names = [command.name(), command.parent?.name() ?? ''];
	return (
		names.some(name => longCommandNames.has(name)) && options['watch'] !== true && options['wait'] !== true
	);
}

/** Returns all commands without their actions, to generate documentation. */
export async function declaredProgram(): Promise<Command> {
	return inertProgram(await commandsFor(undefined));
}

function inertProgram(commands: readonly AddCommands[]): Command {
	const silent = {write: () => {}};
	const program = createProgram({stdout: silent, stderr: silent});
	for (const add of commands) add(program, () => async () => {});
	return program;
}

function createProgram({stdout, stderr}: Pick<Io, 'stdout' | 'stderr'>): Command {
	const program = describe(new Command('rcondeck'), programMessages)
		.optionsGroup(optionGroups.global)
		.commandsGroup(commandGroups.setup.heading)
		.option('--profile <name>', programMessages.profileHelp)
		.option('--url <url>', programMessages.urlHelp)
		.option('--demo', programMessages.demoHelp)
		.option('-y, --yes', programMessages.yesHelp)
		.option('--read-only', programMessages.readOnlyHelp)
		.option('--no-color', programMessages.noColorHelp)
		.option('--ascii', programMessages.asciiHelp)
		.option('--screen-reader', programMessages.screenReaderHelp)
		.option('--show-secrets', programMessages.showSecretsHelp)
		.option('--no-pager', programMessages.noPagerHelp)
		.option('--deadline <duration>', programMessages.deadlineHelp)
		.option('-q, --quiet', programMessages.quietHelp)
		.option('-v, --verbose', programMessages.verboseHelp)
		.option('--log-file <file>', programMessages.logFileHelp)
		.addOption(new Option('--log-level <level>', programMessages.logLevelHelp).choices(logLevels))
		.version(programMessages.version(version), '-V, --version', programMessages.versionHelp)
		.helpOption('-h, --help', programMessages.helpHelp)
		.helpCommand('help [command]', programMessages.helpCommandHelp)
		.configureOutput({
			writeOut: text => void stdout.write(text),
			writeErr: text => void stderr.write(text),
			outputError: (text, write) => write(errorText(text)),
		})
		.showSuggestionAfterError(false)
		.exitOverride();
	return program;
}

/** Commander quotes arguments, which may be untrusted IDs. */
const errorText = (text: string): string =>
	programMessages.error(printableLine(text.replace(/^error: /, '').trimEnd()));
