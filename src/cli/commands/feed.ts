import {describe} from './describe.ts';
import {withoutSectionSigns} from '../../lib/text/section-signs.ts';
import {textOfReceived} from '../../app/console/record/merge.ts';
import {Option, type Command} from 'commander';
import type {ConsoleOutput, FeedEvent, FeedStatus, OpenFeed} from '../../contract/packets.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import {commandText} from '../../contract/rcon-text.ts';
import {withoutSecrets} from '../../lib/secrets/secret-patterns.ts';
import {longWaitMs} from '../../app/kernel/state/feed-state.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {plural} from '../../lib/text/plural.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {endOfStream} from '../start/deadline.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import {jsonOption} from '../output/output-options.ts';
import {listFor} from './find/find-one.ts';
import {findServer, nameOf} from './find/find-servers.ts';
import type {Io} from '../output/io.ts';
import {secondsText} from '../output/moments.ts';
import {asSent, say, writeJsonLine} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {feedCommandMessages} from '../../messages/feed.ts';
import {findMessages} from '../../messages/cli.ts';

/** The kinds of events, as `--kind` and the JSON name them. */
const kinds = [
	'rcon',
	'output',
	'state',
	'players',
	'task',
	'backup',
	'run',
	'journal',
	'unreadable',
] as const satisfies readonly FeedEvent['kind'][];

type Options = {server?: string; kind?: (typeof kinds)[number][]; json?: true};
type Output = {
	io: Io;
	json: true | undefined;
	only: string | undefined;
	/** Undefined for all. */
	kinds: ReadonlySet<FeedEvent['kind']> | undefined;
	names: ReadonlyMap<string, string>;
};

export function addFeed(program: Command, run: Run): void {
	describe(program.command('feed'), feedCommandMessages)
		.option('--server <server>', feedCommandMessages.serverHelp(findMessages.serverHelp))
		.addOption(new Option('--kind <kind...>', feedCommandMessages.kindHelp).choices(kinds))
		.addOption(jsonOption(feedCommandMessages.jsonHelp))
		.action(
			run((io, flags, {server: word, kind, json}: Options) =>
				withService(
					io,
					flags,
					async call => {
						const {openFeed, signal} = call;
						const teamId = await call.teamId();
						const servers = await listFor(
							io,
							'servers',
							word === undefined ? [] : [word],
							async () => (await call.api.listServers({teamId}, {signal})).items,
						);
						const only = word === undefined ? undefined : findServer(servers, word).id;
						const names = new Map(servers?.map(server => [server.id, nameOf(server)]));
						const output = {io, json, only, kinds: kind && new Set(kind), names};
						await followEvents({io, openFeed, teamId, signal}, (at, event) => printEvent(output, at, event));
						return endOfStream(io);
					},
					{follows: true},
				),
			),
		);
}

type Followed = {io: Io; openFeed: OpenFeed | undefined; teamId: string; signal: AbortSignal};

/**
Streams the team's feed until interrupted. The feed client retries a refused connection; rejects if retrying is pointless.
*/
export function followEvents(
	{io, openFeed, teamId, signal}: Followed,
	onEvent: (at: number, event: FeedEvent) => void,
): Promise<void> {
	return new Promise((resolve, reject) => {
		if (!openFeed) throw new CommandError(feedCommandMessages.isOff, exitCodes.wrongUsage);
		const feed = openFeed(teamId, received => {
			if (received.type === 'events') for (const event of received.events) onEvent(received.at, event);
			else if (received.status.status === 'off' && received.status.retryAt === undefined) {
				reject(
					new CommandError(
						feedCommandMessages.noFeed(printableLine(received.status.reason)),
						exitCodes.notReachable,
					),
				);
			} else say(io, statusText(received.status, received.at));
		});
		const end = () => {
			feed.close();
			resolve();
		};
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, {once: true});
	});
}

function statusText(status: FeedStatus, at: number): string {
	const reason = 'reason' in status && status.reason !== undefined ? `: ${printableLine(status.reason)}` : '';
	if (status.status === 'live') {
		const refused = (status.refused ?? []).map(({destination, reason}) =>
			feedCommandMessages.refused(destination, reason),
		);
		return printableLine(feedCommandMessages.live(refused.join('')));
	}
	const retryMs = ('retryAt' in status ? (status.retryAt ?? at) : at) - at;
	const again = retryMs < longWaitMs ? '' : feedCommandMessages.nextTry(formatDuration(retryMs));
	return feedCommandMessages.status(status.status === 'lost' ? 'LOST' : '…', reason, again);
}

/** Commands of others may contain secrets, and output is often kept. */
function hideSecretsOf(event: FeedEvent): FeedEvent {
	if (event.kind !== 'rcon') return event;
	const {command} = event.packet;
	const hidden = {...command, command: withoutSecrets(command.command)};
	return {...event, packet: {...event.packet, command: hidden}};
}

function printEvent({io, json, only, kinds, names}: Output, at: number, received: FeedEvent): void {
	const event = io.showsSecrets ? received : hideSecretsOf(received);
	if (kinds && !kinds.has(event.kind)) return;
	if (only !== undefined && !serversOf(event).includes(only)) return;
	if (json) {
		writeJsonLine(io, {at, ...documentOf(event)});
		return;
	}
	const nameFor = (id: string) => names.get(id) ?? printableLine(id);
	for (const line of linesOf(event, nameFor)) io.stdout.write(`${secondsText(at)}  ${line}\n`);
	if (event.kind === 'rcon') {
		const answer = answerOf(event.packet.command);
		io.stdout.write(io.stdout.isTTY ? withoutSectionSigns(answer) : answer);
	}
}

/** Returns the records as sent. A command without output is reported, too. */
function documentOf(event: FeedEvent): object {
	switch (event.kind) {
		case 'rcon': {
			const {serverId, command} = event.packet;
			return {kind: 'rcon', packet: {serverId, command: {...command, response: command.response ?? null}}};
		}
		case 'task':
			return {kind: 'task', task: asSent(event.task)};
		case 'run':
			return {kind: 'run', run: asSent(event.run)};
		case 'journal':
			return {kind: 'journal', entry: asSent(event.entry)};
		case 'state':
		case 'players':
		case 'backup':
		case 'output':
		case 'unreadable':
			return event;
	}
}

function serversOf(event: FeedEvent): readonly string[] {
	switch (event.kind) {
		case 'rcon':
			return event.packet.serverId === undefined ? [] : [event.packet.serverId];
		case 'state':
		case 'backup':
		case 'output':
			return [event.serverId];
		case 'players':
			return event.servers.map(({serverId}) => serverId);
		case 'task':
			return event.task.targetIds;
		case 'run':
			return Object.keys(event.run.targetIds ?? {});
		case 'journal':
			return event.entry.serverId === undefined ? [] : [event.entry.serverId];
		case 'unreadable':
			return [];
	}
}

function linesOf(event: FeedEvent, nameFor: (id: string) => string): string[] {
	switch (event.kind) {
		case 'rcon': {
			const {serverId, command} = event.packet;
			const name = serverId === undefined ? feedCommandMessages.noServer : nameFor(serverId);
			return [`${name}  > ${commandText(command.command)}`];
		}
		case 'state':
			return [feedCommandMessages.stateLine(nameFor(event.serverId), printableLine(event.state))];
		case 'players':
			return event.servers.map(
				({serverId, state, players}) =>
					`${nameFor(serverId)}  ${printableLine(state ?? '-')}, ${players === undefined ? '- players' : plural(players, 'player')}`,
			);
		case 'task':
			return [
				printableLine(
					feedCommandMessages.taskLine(
						event.task.targetIds.map(nameFor).join(', ') || 'node',
						event.task.type ?? 'task',
						event.task.state ?? '',
					),
				),
			];
		case 'backup':
			return [
				feedCommandMessages.backupLine(
					nameFor(event.serverId),
					printableLine(event.backup.name ?? event.backup.backupId),
				),
			];
		case 'run':
			return [printableLine(feedCommandMessages.runLine(event.run.id, event.run.status ?? ''))];
		case 'journal': {
			const {kind, by, serverId, server, state, text = ''} = event.entry;
			const name = serverId === undefined ? undefined : (server ?? nameFor(serverId));
			return [printableLine(feedCommandMessages.journalLine(by, kind, {server: name, state, text}))];
		}
		case 'output':
			return outputLines(event.output, nameFor(event.serverId));
		case 'unreadable':
			return [printableLine(feedCommandMessages.unreadable(event.reason))];
	}
}

function outputLines({lines, omitted = 0}: ConsoleOutput, server: string): string[] {
	const printed = lines.map(({kind, text}) =>
		feedCommandMessages.outputLine(server, kind, printableLine(text)),
	);
	return omitted > 0 ? [...printed, feedCommandMessages.omitted(server, omitted)] : printed;
}

function answerOf(command: ServerCommand): string {
	const text = printable(textOfReceived(command)).trimEnd();
	return text === '' ? '' : `    ${text.replaceAll('\n', '\n    ')}\n`;
}
