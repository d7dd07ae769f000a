import {existsSync} from 'node:fs';
import path from 'node:path';
import {Option, type Command} from 'commander';
import type {KnownServer, PlanEntry} from '../../adopt/plan.ts';
import {sourceFormats, type SourceFormat} from '../../adopt/format-names.ts';
import type {Reading} from '../../adopt/found.ts';
import {directory} from '../../config/paths.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {gameTypeOf} from '../../games/games.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {adoptCommandMessages as messages} from '../../messages/cli-adopt.ts';
import type {Added} from '../adopt/add-servers.ts';
import type {Globals, Run} from '../command-run.ts';
import {consent} from '../consent.ts';
import {CommandError, exitCodes, type ExitCode} from '../exit-codes.ts';
import {createLimit} from '../fan-out.ts';
import type {Io} from '../io.ts';
import {jsonOption} from '../output-options.ts';
import {say, sayDone, writeJson} from '../output.ts';
import {openProgress} from '../progress.ts';
import {serviceFolder} from '../service-folder.ts';
import {withLocalService} from '../with-local-service.ts';

type Options = {
	format?: SourceFormat;
	game?: string;
	only?: string[];
	dryRun?: true;
	check: boolean;
	json?: true;
};

/** Servers that are reached at the same time. */
const maxAtOnce = 8;

export function addAdopt(program: Command, run: Run): void {
	program
		.command('adopt')
		.description(messages.description)
		.argument('<file>', messages.fileHelp)
		.addOption(new Option('--format <format>', messages.formatHelp).choices(sourceFormats))
		.option('--game <game>', messages.gameHelp)
		.option('--only <name...>', messages.onlyHelp)
		.option('--dry-run', messages.dryRunHelp)
		.option('--no-check', messages.noCheckHelp)
		.addOption(jsonOption())
		.action(run((io, flags, options: Options, [file = '']) => adoptFile(io, flags, file, options)));
}

async function adoptFile(io: Io, flags: Globals, file: string, options: Options): Promise<ExitCode> {
	const {dryRun, check: isProved, json} = options;
	if (flags.readOnly && !dryRun) throw new CommandError(messages.readOnly, exitCodes.refusedByUs);
	const reading = await readFile(file, options.format);
	const folder = serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path);
	const adopt = async (known: readonly KnownServer[], service: Call | undefined) => {
		const entries = await planOf(reading, known, options);
		const {showPlan, recordOf} = await import('../adopt/show-plan.ts');
		showPlan(json ? {...io, stdout: io.stderr} : io, entries, reading.remarks);
		const planned = entries.filter(({outcome}) => outcome === 'add').length;
		const results = new Map<PlanEntry, Added>();
		if (planned === 0) say(io, messages.nothingToAdd);
		else if (service && !dryRun) {
			await consent(io, {readOnly: false, protect: 'normal'}, flags.yes, {
				verb: 'adopt',
				summary: messages.summary(planned),
				risk: 'review',
				word: {name: String(planned)},
			});
			io.acted?.();
			await addAll(io, entries, results, {...service, folder, isProved, quiet: flags.quiet});
		}
		if (json) writeJson(io, {servers: entries.map(entry => recordOf(entry, results.get(entry)))});
		return codeOf(io, entries, results, options);
	};
	// A plan alone creates no service.
	if (dryRun && !existsSync(folder)) return adopt([], undefined);
	return withLocalService(io, flags, async (api, signal) =>
		adopt(await knownServers(api, signal), {api, signal}),
	);
}

/** Reads all that a file or folder describes. Throws `UsageError`. */
async function readFile(name: string, format: SourceFormat | undefined): Promise<Reading> {
	const [{loadSources}, {detectFormat, readSource}] = await Promise.all([
		import('../adopt/load-sources.ts'),
		import('../../adopt/formats.ts'),
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
	throw new UsageError(messages.noServers(printableLine(name)));
}

async function knownServers(api: Api, signal: AbortSignal): Promise<KnownServer[]> {
	const {id: teamId} = await api.myTeam({}, {signal});
	const {items} = await api.listServers({teamId}, {signal});
	return items.map(({displayName, serverIp, rconPort}) => ({
		name: displayName ?? '',
		host: serverIp,
		port: rconPort,
	}));
}

async function planOf(
	reading: Reading,
	known: readonly KnownServer[],
	{game, only}: Options,
): Promise<PlanEntry[]> {
	const {planAdoption} = await import('../../adopt/plan.ts');
	const read = game === undefined ? undefined : gameTypeOf(game);
	const gameType = read && 'gameType' in read ? read.gameType : game;
	const entries = planAdoption(reading, {known, gameType});
	const missing = only?.find(name => !entries.some(entry => entry.name === name));
	if (missing !== undefined) throw new UsageError(messages.notInFile(printableLine(missing)));
	return entries.filter(({name}) => only?.includes(name) ?? true);
}

type Call = {api: Api; signal: AbortSignal};
type AddOptions = Call & {folder: string; quiet: true | undefined; isProved: boolean};

/** Adds the servers and says what became of each. The failure of one does not stop the others. */
async function addAll(
	io: Io,
	entries: readonly PlanEntry[],
	results: Map<PlanEntry, Added>,
	{api, signal, folder: service, quiet, isProved}: AddOptions,
): Promise<void> {
	const {addServer} = await import('../adopt/add-servers.ts');
	const planned = entries.flatMap(entry => (entry.outcome === 'add' ? [entry] : []));
	const folder = path.join(service, 'passwords');
	const limit = createLimit(signal, maxAtOnce);
	const progress = openProgress(io, {total: planned.length, quiet});
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
			for (const warning of result.warnings) say(io, printableLine(messages.warning(entry.name, warning)));
		} else say(io, printableLine(messages.failed(entry.name, result.reason)));
	}
	const failure = settled.find(each => each.status === 'rejected');
	if (failure && !signal.aborted) throw failure.reason;
	if (isProved && [...results.values()].some(result => 'reason' in result)) say(io, messages.uncheckedHint);
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
