import {describe} from './describe.ts';
import {type Command, Option} from 'commander';
import {type ChartSpan, chartSpans, phaseBits, type Sample, sampleOf} from '../../actions/sample.ts';
import {namesOfPhases} from '../../app/servers/shown-fleet.ts';
import {samplesSince, type Trend, withSample} from '../../app/trends/trend.ts';
import {chartFacts} from '../../app/trends/player-chart.ts';
import {inHours, lastDays, lastHours, type Past} from '../../app/trends/trends.ts';
import {type Config, isDemo} from '../../config/load.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {renderMessage, shellSegments} from '../../messages/text.ts';
import {trendMessages} from '../../messages/timeline.ts';
import {asciiOnly} from '../../tui/theme/ascii.ts';
import {type Fact, writeFacts} from '../output/fact-list.ts';
import type {Io} from '../output/io.ts';
import {fleetWithJournal} from '../start/fleet-with-journal.ts';
import {journalOf} from '../start/journal-file.ts';
import {stoppedIn} from '../../app/servers/fleet-once.ts';
import {isDown} from '../../contract/states.ts';
import {keepAsSent, say, writeJson} from '../output/output.ts';
import {writeTable} from '../output/table.ts';
import {textOfReceived} from '../../app/console/record/merge.ts';
import {mayBePlayed} from '../../actions/player-lists.ts';
import {commandText} from '../../contract/rcon-text.ts';
import {bytesText} from '../../lib/bytes.ts';
import {printable} from '../../lib/text/text.ts';
import {findServer, serversFor} from './find/find-servers.ts';
import {secondsOf} from '../output/moments.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {sourceOf} from '../../contract/sources.ts';
import {isAsciiTerminal} from '../../tui/theme/choose.ts';
import {serverMessages, showMessages} from '../../messages/server-list.ts';
import {findMessages} from '../../messages/cli.ts';

/** The observations of a server, for its chart and as records. */
type Shown = {past: Past; samples: readonly Sample[]};

/**
Reads what the journal has seen of a server over the last hours or days, and adds the record that was just read; undefined
without a journal. A journal that cannot be read is reported.
*/
async function readPast(
	io: Io,
	config: Config,
	server: GameServer,
	{now, span}: {now: number; span: ChartSpan},
): Promise<Shown | undefined> {
	// Every demo has a different fleet.
	if (isDemo(config)) return undefined;
	const {path, scope} = journalOf(config);
	const {JournalUnreadable, readSamplesFile} = await import('../../journal/reader.ts');
	try {
		const samples = readSamplesFile(path, scope, {serverId: server.id, until: now, ms: span.ms});
		if (!samples || samples.length === 0) return undefined;
		const all = [...samples, sampleOf(server, now)];
		if (span === chartSpans['7d']) return {past: lastDays(all), samples: inHours(all)};
		const trend = all.reduce<Trend | undefined>(withSample, undefined);
		return trend && {past: lastHours(trend), samples: samplesSince(trend, now - span.ms)};
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
		say(io, trendMessages.samplesUnread(error.message));
		return undefined;
	}
}

/** Fits beside the labels on 80 columns; wider output stays the same in scripts and on every terminal. */
const chartSize = {width: 60, height: 8};

/** Returns the chart of players and its legend for a list of facts. */
const trendLines = (past: Past | undefined, now: number, ascii: boolean): Fact[] =>
	(past ? chartFacts(past, chartSize, {now, utc: false}) : []).map(({label, text}, index) => {
		const line = renderMessage(text, shellSegments);
		const name = renderMessage(label, shellSegments);
		const shown =
			index === 0 ? trendMessages.shellLabel : name === '' ? undefined : trendMessages.usageLabel(name);
		return [past && shown ? shown(past.ms) : '', ascii ? asciiOnly(line) : line];
	});

/** Returns the samples for a JSON document. */
const sampleRecords = (samples: readonly Sample[]): object[] =>
	samples.map(({at, phases, low, high, cpuPercent, memoryBytes}) => ({
		at,
		states: Object.entries(namesOfPhases).flatMap(
			([phase, name]) => ((phases & phaseBits[phase as keyof typeof phaseBits]) === 0 ? [] : name), // its own keys
		),
		minPlayers: low ?? null,
		maxPlayers: high ?? null,
		...(cpuPercent !== undefined && {maxCpuPercent: cpuPercent}),
		...(memoryBytes !== undefined && {maxMemoryBytes: memoryBytes}),
	}));

/** Number of recent commands shown; `--json` has all that the service sent. */
const lastCommands = 10;

export function addShow(program: Command, run: Run): void {
	describe(program.command('show'), showMessages)
		.argument('<server>', findMessages.serverHelp)
		.addOption(
			new Option('--chart <period>', showMessages.chart)
				.choices(Object.keys(chartSpans))
				.default('12h' satisfies keyof typeof chartSpans),
		)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: {json?: true; chart: keyof typeof chartSpans}, [word = '']) =>
				withService(io, flags, async call => {
					const {api, signal} = call;
					const listed = findServer(await serversFor(io, call, [word]), word);
					// The list and the record each may have fields that the other lacks, such as the node's name.
					const record = await api.getServer({serverId: listed.id}, {signal});
					const known = Object.entries(record).filter(([, value]) => value !== undefined);
					const server: GameServer = {...listed, ...noneLeftOut, ...Object.fromEntries(known)};
					const now = Date.now();
					const stateOf = async (one: GameServer) => {
						if (!isDown(one)) return one.state;
						const team = await call.teamId();
						const fleet = await fleetWithJournal(io, call.config, [one], {team, now});
						return stoppedIn(fleet).has(one.id) ? serverMessages.onPurpose(one.state) : one.state;
					};
					const shown = await readPast(io, call.config, server, {now, span: chartSpans[options.chart]});
					if (options.json) {
						const samples = shown && isWhole(io) && {samples: sampleRecords(shown.samples)};
						writeJson(io, {server: mergeAsSent(listed, record), ...samples});
					} else
						printDetails(
							io,
							server,
							await stateOf(server),
							trendLines(shown?.past, now, flags.ascii === true || isAsciiTerminal(io.env)),
						);
				}),
			),
		);
}

/** What a list says of commands and backups that it left out: a single record has them. */
const noneLeftOut = {olderCommands: undefined, newestCommandId: undefined, olderBackups: undefined};

/** Returns both records of the server as sent. Newer values win; a value is null only if neither record has one. */
function mergeAsSent(listed: GameServer, record: GameServer): object {
	const newer = Object.entries(sourceOf(record) ?? record);
	const whole = Object.entries(sourceOf(listed) ?? {}).filter(([name]) => !Object.hasOwn(noneLeftOut, name));
	const older = Object.fromEntries(whole);
	const known = newer.filter(([name, value]) => value !== null || !Object.hasOwn(older, name));
	return keepAsSent({...older, ...Object.fromEntries(known)});
}

/** Without a list of fields, which applies to the server. */
const isWhole = ({format}: Io): boolean => format?.kind !== 'json' || format.fields === undefined;

/** The last failed start, crash or backup, with the end of the output at that time. */
const reportFacts = ({report}: GameServer): Fact[] =>
	report
		? [
				[showMessages.report(report.isFailure), [secondsOf(report.at), report.message].join('  ')],
				...report.log.map((line, index): Fact => [index === 0 ? showMessages.output : '', line]),
			]
		: [];

function printDetails(io: Io, server: GameServer, state: string | undefined, trend: readonly Fact[]): void {
	const {onlinePlayers, onlinePlayersAtLeast: least, maxPlayers, serverIp, serverPort} = server;
	const few = least === undefined ? showMessages.playersNotKnown : serverMessages.atLeast(String(least));
	const online = onlinePlayers ?? (mayBePlayed(server) ? few : '-');
	const players = maxPlayers === undefined ? online : `${online}/${maxPlayers}`;
	writeFacts(io, [
		['Name', server.displayName],
		['ID', server.id],
		['State', state],
		[showMessages.since, secondsOf(server.stateSince)],
		[showMessages.problem, server.problem],
		[showMessages.consoleProblem, server.consoleProblem],
		...reportFacts(server),
		['Players', players],
		...trend,
		['CPU', server.cpuPercent === undefined ? undefined : `${server.cpuPercent}%`],
		[showMessages.memory, server.memoryBytes === undefined ? undefined : bytesText(server.memoryBytes)],
		['Game', server.gameType],
		['Map', server.map],
		['Node', server.nodeName ?? server.nodeId],
		['Address', serverPort === undefined ? serverIp : `${serverIp ?? '?'}:${serverPort}`],
		[showMessages.queryPort, server.queryPort],
		[showMessages.rconPort, server.rconPort],
		['Mods', server.modCount],
		['Directory', server.serverDirectory || undefined],
		[showMessages.settingProfile, server.settingProfileId],
		['Created', secondsOf(server.created)],
	]);
	if (server.backups.length > 0) {
		io.stdout.write('\nBackups\n');
		writeTable(
			io,
			[
				{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
				{header: 'NAME', value: ({name, autoBackup}) => name ?? (autoBackup ? 'automatic' : undefined)},
				{header: 'MB', value: ({size}) => (size === undefined ? undefined : Math.round(size / 1e6))},
				{header: 'KIND', value: ({kind}) => kind},
				{header: 'ID', value: ({backupId}) => backupId},
			],
			server.backups,
		);
	}
	if (server.olderBackups) io.stdout.write(showMessages.olderBackups(server.olderBackups));
	if (server.commands.length > 0) io.stdout.write(showMessages.lastCommands);
	for (const record of server.commands.slice(-lastCommands)) {
		io.stdout.write(`${secondsOf(record.timestamp) ?? '-'}  > ${commandText(record.command)}\n`);
		const answer = printable(textOfReceived(record)).trimEnd();
		if (answer !== '') io.stdout.write(`    ${answer.replaceAll('\n', '\n    ')}\n`);
	}
}
