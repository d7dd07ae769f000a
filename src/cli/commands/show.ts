import {noOutput} from '../../app/console/status-words.ts';
import type {Command} from 'commander';
import type {GameServer} from '../../contract/models/server.ts';
import {commandText} from '../../contract/rcon-text.ts';
import {printable} from '../../lib/text.ts';
import {exitCodes} from '../exit-codes.ts';
import {writeFacts, type Fact} from '../facts.ts';
import {findServer, serversFor} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {secondsOf} from '../moments.ts';
import {keepAsSent, writeJson, writeTable} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {withService} from '../session.ts';
import {sourceOf} from '../../contract/sources.ts';
import {isAsciiTerminal} from '../../tui/theme/choose.ts';
import {readTrend, sampleRecords, trendLines} from '../trend.ts';
import {showMessages} from '../../messages/cli-servers.ts';
import {findMessages} from '../../messages/cli-options.ts';

/** Number of recent commands shown; `--json` has all that the service sent. */
const lastCommands = 10;

export function addShow(program: Command, run: Run): void {
	program
		.command('show')
		.description(showMessages.description)
		.argument('<server>', findMessages.serverHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: {json?: true}, [word = '']) =>
				withService(io, flags, async call => {
					const {api, signal} = call;
					const listed = findServer(await serversFor(io, call, [word], options.json), word);
					// The list and the record each may have fields that the other lacks, such as the node's name.
					const record = await api.getServer({serverId: listed.id}, {signal});
					const known = Object.entries(record).filter(([, value]) => value !== undefined);
					const server: GameServer = {...listed, ...Object.fromEntries(known)};
					const now = Date.now();
					const trend = await readTrend(io, call.config, server, now);
					if (options.json) {
						const samples = trend && isWhole(io) && {samples: sampleRecords(trend, now)};
						writeJson(io, {servers: [mergeAsSent(listed, record)], ...samples});
					} else
						printDetails(io, server, trendLines(trend, now, flags.ascii === true || isAsciiTerminal(io.env)));
					return exitCodes.done;
				}),
			),
		);
}

/** Returns both records of the server as sent. Newer values win; a value is null only if neither record has one. */
function mergeAsSent(listed: GameServer, record: GameServer): object {
	const newer = Object.entries(sourceOf(record) ?? record);
	const older = sourceOf(listed) ?? {};
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

function printDetails(io: Io, server: GameServer, trend: readonly Fact[]): void {
	const {onlinePlayers, maxPlayers, serverIp, serverPort} = server;
	const players = maxPlayers === undefined ? onlinePlayers : `${onlinePlayers ?? '-'}/${maxPlayers}`;
	writeFacts(io, [
		['Name', server.displayName],
		['Id', server.id],
		['State', server.state],
		[showMessages.since, secondsOf(server.stateSince)],
		[showMessages.problem, server.problem],
		...reportFacts(server),
		['Players', players],
		...trend,
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
	if (server.commands.length > 0) io.stdout.write(showMessages.lastCommands);
	for (const {timestamp, command, response} of server.commands.slice(-lastCommands)) {
		io.stdout.write(`${secondsOf(timestamp) ?? '-'}  > ${commandText(command)}\n`);
		const answer = response === undefined ? `(${noOutput})` : printable(response).trimEnd();
		if (answer !== '') io.stdout.write(`    ${answer.replaceAll('\n', '\n    ')}\n`);
	}
}
