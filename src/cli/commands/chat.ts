import type {Command} from 'commander';
import {chatText} from '../../app/chat/chat-screen.ts';
import {sanitizeOutput} from '../../app/kernel/text/sanitize.ts';
import {mayBePlayed, unlistedState} from '../../actions/player-lists.ts';
import {ApiError} from '../../contract/errors.ts';
import {type GameServer, placeholderServer} from '../../contract/models/server.ts';
import {type ChatLine, chatCommandOf, readChatLine, readListedChat} from '../../games/chat-lines.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {chatCommandMessages, chatMessages} from '../../messages/chat.ts';
import {findMessages} from '../../messages/cli.ts';
import type {Io} from '../output/io.ts';
import {secondsText} from '../output/moments.ts';
import {say, writeJsonLine} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {endOfStream} from '../start/deadline.ts';
import {type Call, withService} from '../start/session.ts';
import {describe} from './describe.ts';
import {followEvents} from './feed.ts';
import {findServer, nameOf, serversFor} from './find/find-servers.ts';

type Options = {json?: true};

export function addChat(program: Command, run: Run): void {
	describe(program.command('chat'), chatCommandMessages)
		.argument('[servers...]', `${chatCommandMessages.serversHelp} (${findMessages.serverHelp})`)
		.addOption(jsonOption(chatCommandMessages.jsonHelp))
		.action(
			run((io, flags, {json}: Options, words) =>
				withService(io, flags, call => followChat(io, call, words, json), {follows: true}),
			),
		);
}

/** Prints the chat that consoles print, and that of games that list it on request, until interrupted. */
async function followChat(io: Io, call: Call, words: readonly string[], json: true | undefined) {
	const {openFeed, signal} = call;
	const teamId = await call.teamId();
	const listed = await serversFor(io, call, words);
	const chosen = words.map(word => findServer(listed, word));
	const servers = new Map((words.length > 0 ? chosen : (listed ?? [])).map(server => [server.id, server]));
	const print = (server: GameServer, at: number, lines: readonly ChatLine[]) => {
		for (const line of lines) printLine(io, json, {server, at, line});
	};
	const ended = new AbortController();
	const asking = [...servers.values()].map(server =>
		askForChat(io, call, AbortSignal.any([signal, ended.signal]), server, print),
	);
	try {
		await followEvents({io, openFeed, teamId, signal}, (at, event) => {
			if (event.kind !== 'output') return;
			const {serverId} = event;
			// Another server may have been added since.
			const server = servers.get(serverId) ?? (words.length > 0 ? undefined : placeholderServer(serverId));
			if (!server) return;
			const {lines, timestamp = at} = sanitizeOutput(event.output);
			print(
				server,
				timestamp,
				lines.flatMap(line => readChatLine(server.gameType, line) ?? []),
			);
		});
	} finally {
		ended.abort();
		await Promise.all(asking);
	}
	return endOfStream(io);
}

const intervalMs = 15_000;

/** Asks a game that lists its chat for it, and says once why it does not answer. */
async function askForChat(
	io: Io,
	{api, config}: Call,
	signal: AbortSignal,
	server: GameServer,
	print: (server: GameServer, at: number, lines: readonly ChatLine[]) => void,
): Promise<void> {
	const command = chatCommandOf(server.gameType);
	const isAsked =
		command !== undefined && !config.readOnly && mayBePlayed(server) && unlistedState(server) === undefined;
	if (!isAsked) return;
	let reason: string | undefined;
	while (!signal.aborted) {
		try {
			const request = {serverId: server.id, command, timeoutMs: config.awaitMs};
			const {command: answer} = await api.awaitRcon(request, {signal, background: true, isProbe: true});
			print(server, Date.now(), readListedChat(server.gameType, printable(answer.response ?? '')));
			reason = undefined;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			if (signal.aborted) return;
			if (error.message !== reason) say(io, chatCommandMessages.notListed(nameOf(server), error.message));
			reason = error.message;
			if (error.status === 401 || error.status === 403) return;
		}
		await pause(systemClock, intervalMs, signal).catch(() => {});
	}
}

type Printed = {server: GameServer; at: number; line: ChatLine};

function printLine(io: Io, json: true | undefined, {server, at, line}: Printed): void {
	const {kind, player, text} = line;
	const {id: serverId} = server;
	if (json) {
		const chat = kind === 'chat' ? {text} : {};
		writeJsonLine(io, {
			at,
			serverId,
			serverName: server.displayName ?? null,
			kind,
			player: player ?? null,
			...chat,
		});
		return;
	}
	const who = player ?? chatMessages.server;
	const shown = chatCommandMessages.line(nameOf(server), who, chatText(line), kind === 'chat');
	io.stdout.write(`${secondsText(at)}  ${printableLine(shown)}\n`);
}
