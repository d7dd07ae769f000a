import {describe} from '../describe.ts';
import {existsSync} from 'node:fs';
import {type Command, Option} from 'commander';
import type {PlanEntry} from '../../../adopt/plan.ts';
import {type SourceFormat, sourceFormats} from '../../../adopt/format-names.ts';
import type {Reading} from '../../../adopt/found.ts';
import {directory, serviceFolder} from '../../../config/paths.ts';
import {privacyProblem} from '../../../config/privacy.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {adoptCommandMessages as messages} from '../../../messages/adopt.ts';
import {proofMessages} from '../../../messages/own-servers.ts';
import {requestMessages} from '../../../messages/errors.ts';
import type {Added} from './add-servers.ts';
import type {Globals, Run} from '../../start/command-run.ts';
import {CommandError, type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import {createLimit} from '../../output/fan-out.ts';
import {type Io, withOutput} from '../../output/io.ts';
import {jsonOption} from '../../output/output-options.ts';
import {say, sayDone, writeJson} from '../../output/output.ts';
import {readGame} from '../own-servers/game.ts';
import {agree, checkIsLocal, onOwnService, type OwnCall} from '../own-servers/on-own-service.ts';
import {openProgress} from '../../output/progress.ts';

type Options = {
	from?: SourceFormat;
	game?: string;
	only?: string[];
	dryRun?: true;
	check: boolean;
	json?: true;
};

/** Maximum number of servers to check at the same time. */
const maxAtOnce = 8;

export function addAdopt(program: Command, run: Run): void {
	describe(program.command('adopt'), messages)
		.argument('<file>', messages.fileHelp)
		.addOption(new Option('--from <format>', messages.formatHelp).choices(sourceFormats))
		.option('--game <type>', messages.gameHelp)
		.option('--only <name...>', messages.onlyHelp)
		.option('--dry-run', messages.dryRunHelp)
		.option('--no-check', messages.noCheckHelp)
		.addOption(jsonOption())
		.action(run((io, flags, options: Options, [file = '']) => adoptFile(io, flags, file, options)));
}

async function adoptFile(io: Io, flags: Globals, file: string, options: Options): Promise<ExitCode> {
	const {dryRun, json} = options;
	checkIsLocal(flags);
	if (flags.readOnly && !dryRun) throw new CommandError(requestMessages.readOnly, exitCodes.refusedByUs);
	const reading = await readFile(file, options.from);
	const adopt = async (call: OwnCall | undefined) => {
		const entries = await planOf(reading, call?.servers ?? [], options);
		const {showPlan, recordOf} = await import('./show-plan.ts');
		showPlan(json ? withOutput(io, {stdout: io.stderr}) : io, entries, reading.remarks);
		const planned = entries.filter(({outcome}) => outcome === 'add').length;
		const results = new Map<PlanEntry, Added>();
		if (planned === 0) say(io, messages.nothingToAdd);
		else if (call && !dryRun) {
			const summary = messages.summary(planned);
			await agree(io, flags, {
				verb: 'adopt',
				summary,
				word: {name: String(planned)},
				isHarmless: !io.stdin.isTTY,
			});
			io.acted?.();
			await addAll(io, entries, results, {...call, isProved: options.check, quiet: flags.quiet});
		}
		if (json) writeJson(io, {servers: entries.map(entry => recordOf(entry, results.get(entry)))});
		return codeOf(io, entries, results, options);
	};
	// A plan alone creates no service.
	const hasService = existsSync(serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path));
	return dryRun && !hasService ? adopt(undefined) : onOwnService(io, flags, adopt);
}

/** Reads all that a file or folder describes. Throws `UsageError`. */
async function readFile(name: string, format: SourceFormat | undefined): Promise<Reading> {
	const [{loadSources}, {detectFormat, readSource}] = await Promise.all([
		import('./load-sources.ts'),
		import('../../../adopt/formats.ts'),
	]);
	const readings = (await loadSources(name)).map(source => {
		const known = format ?? detectFormat(source);
		if (!known) throw new UsageError(messages.unknownFormat(sourceFormats));
		try {
			return readSource(known, source);
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
			throw new UsageError(messages.inFile(printableLine(name), error.message), {cause: error});
		}
	});
	const reading = {
		servers: readings.flatMap(({servers}) => servers),
		skipped: readings.flatMap(({skipped}) => skipped),
		remarks: [...new Set(readings.flatMap(({remarks}) => remarks))],
	};
	if (reading.servers.length + reading.skipped.length > 0) return reading;
	throw new UsageError(messages.noServers(printableLine(name), reading.remarks));
}

async function planOf(
	reading: Reading,
	servers: readonly GameServer[],
	{game, only}: Options,
): Promise<PlanEntry[]> {
	const {planAdoption} = await import('../../../adopt/plan.ts');
	const known = servers.map(({displayName = '', serverIp, rconPort}) => ({
		name: displayName,
		host: serverIp,
		port: rconPort,
	}));
	const gameType = game === undefined ? undefined : readGame(game, true);
	const entries = planAdoption(reading, {known, gameType}).map(withPrivacy);
	const missing = only?.find(name => !entries.some(entry => entry.name === name));
	if (missing !== undefined) throw new UsageError(messages.notInFile(printableLine(missing)));
	return entries.filter(({name}) => only?.includes(name) ?? true);
}

/** Notes that others can read the file with the password. A container may require it. */
function withPrivacy(entry: PlanEntry): PlanEntry {
	const password = entry.outcome === 'add' ? entry.server.password : undefined;
	const problem = password && 'file' in password ? privacyProblem(password.file, 'secret') : undefined;
	if (problem === undefined || entry.outcome !== 'add') return entry;
	return {...entry, server: {...entry.server, notes: [...entry.server.notes, problem]}};
}

type AddOptions = OwnCall & {quiet: true | undefined; isProved: boolean};

/** Adds the servers and prints the outcome for each. The failure of one does not stop the others. */
async function addAll(
	io: Io,
	entries: readonly PlanEntry[],
	results: Map<PlanEntry, Added>,
	{api, signal, folder, quiet, isProved}: AddOptions,
): Promise<void> {
	const {addServer} = await import('./add-servers.ts');
	const planned = entries.flatMap(entry => (entry.outcome === 'add' ? [entry] : []));
	const limit = createLimit(signal, maxAtOnce);
	const progress = await openProgress(io, {total: planned.length, quiet});
	const work = planned.map(async entry => {
		const added = await limit(() => addServer(entry.server, {api, env: io.env, signal, folder, isProved}));
		results.set(entry, added);
		progress.settled('id' in added ? 'done' : 'failed');
	});
	// Every task has ended before the service is closed, also if one of them has found a bug.
	const settled = await Promise.allSettled(work).finally(progress.close);
	for (const entry of planned) {
		const result = results.get(entry);
		if (result === undefined) continue;
		if ('id' in result) {
			sayDone(io, messages.added(entry.name));
			for (const warning of result.warnings) say(io, messages.warning(entry.name, warning));
		} else say(io, messages.failed(entry.name, result.reason));
	}
	const failure = settled.find(each => each.status === 'rejected');
	if (failure && !signal.aborted) throw failure.reason;
	if (isProved && [...results.values()].some(result => 'reason' in result)) say(io, proofMessages.skipCheck);
}

function codeOf(
	{ending}: Io,
	entries: readonly PlanEntry[],
	results: ReadonlyMap<PlanEntry, Added>,
	{dryRun}: Options,
): ExitCode {
	if (ending.aborted) return exitCodes.interrupted;
	if (dryRun) return exitCodes.done;
	const isThere = (entry: PlanEntry) => {
		const result = results.get(entry);
		return entry.outcome === 'exists' || (result !== undefined && 'id' in result);
	};
	const there = entries.filter(isThere).length;
	if (there === entries.length) return exitCodes.done;
	return there === 0 ? exitCodes.failed : exitCodes.partlyFailed;
}
