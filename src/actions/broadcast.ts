import type {GameServer} from '../contract/models/server.ts';
import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from '../messages/text.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {FieldProblem, type Field} from './field.ts';
import {gameWords} from './games.ts';
import {letterWarning} from './message-preview.ts';
import {operationBlocked} from './preconditions.ts';
import {rconRequest} from './request.ts';
import {mayHavePlayers, playersOn, playersText} from './risk.ts';
import {nameOf} from './names.ts';

/** What a game's console would take for the end of the command, and run the rest. */
const splitters = /[;"\n\r]/;

const textField: Field<string> = {
	kind: 'line',
	label: 'Text',
	hint: 'said to everybody who is on',
	position: {rest: 'TEXT', help: 'what the players read'},
	sentAs: ['command'],
	offers: ({settings}) => settings.messages,
	read: text => {
		if (text.trim() === '') throw new FieldProblem('Nothing to say: type a line.');
		return text.trim();
	},
};

/** The game's own command that says a text; undefined for a game that we have no words for. */
const broadcastCommand = ({gameType}: GameServer, text: string): string | undefined =>
	gameWords(gameType)?.broadcast.replace('{text}', () => text);

/** Why a text cannot be said there as it is typed. */
function broadcastProblem(server: GameServer, text: string): Message | undefined {
	const game = gameWords(server.gameType);
	if (!game)
		return message`No command is known that says a line in ${server.gameType ?? 'a game without a name'}: ${alternative(message`use ${key('app.input')}`, 'send it as a command', 'use rcondeck rcon')}.`;
	if (game.broadcast.startsWith('say ') && splitters.test(text)) {
		return `${game.label} would take ; and " for the end of the line, and run what follows. Leave them out.`;
	}
	return undefined;
}

/** Those that can hear it now; the service decides where states are not checked. */
const reachable = ({servers, checksStates}: ActionContext) =>
	servers.filter(server => !checksStates || operationBlocked('rcon', server) === undefined);

const requestFor = (server: GameServer, text: string, {settings}: ActionContext) =>
	rconRequest(server.id, broadcastCommand(server, text) ?? text, settings.awaitMs);

const command = {words: ['broadcast'], description: "Say a text to the players, with the game's own command"};

export const broadcast = action({
	id: 'broadcast',
	target: 'servers',
	verb: 'Say it',
	command,
	permission: 'MANAGE_SERVERS',
	operation: 'rcon',
	title: ({server}) => `Broadcast to ${nameOf(server)}`,
	fields: {text: textField},
	problems: ({text}, {server}) => ({text: broadcastProblem(server, text)}),
	plan: ({text}, context) => {
		const {server, known} = context;
		const players = playersOn([server]);
		return {
			requests: [requestFor(server, text, context)],
			targets: serverWords(known.servers, [server.id]),
			effect: [
				!mayHavePlayers([server])
					? 'Nobody is online to hear it.'
					: players === 0
						? 'Whoever is online reads it at once.'
						: `${players} online read it at once.`,
			],
			rows: letterWarning(text),
			risk: 'review',
			summary: `Say "${text}" on ${nameOf(server)}`,
			input: {text},
		};
	},
});

/** How many are asked at the same time: each server has a game of its own to ask. */
const atOnce = 5;

/** One line to the players of several servers, each by its own game's command. */
export const broadcastToSeveral = action({
	id: 'broadcast',
	target: 'servers',
	verb: 'Say it',
	command,
	permission: 'MANAGE_SERVERS',
	title: ({servers}) => `Broadcast to ${servers.length} servers`,
	fields: {text: textField},
	problems: ({text}, context) => {
		const servers = reachable(context);
		if (servers.length === 0) return {text: 'None of them is online.'};
		const [first] = servers.flatMap(server => {
			const problem = broadcastProblem(server, text);
			return problem === undefined ? [] : [message`${nameOf(server)}: ${problem}`];
		});
		return {text: first};
	},
	plan: ({text}, context) => {
		const servers = reachable(context);
		const ids = servers.map(({id}) => id);
		const left = context.servers.length - servers.length;
		return {
			requests: servers.map(server => requestFor(server, text, context)),
			actsOn: ids,
			rolling: {
				verb: 'broadcast',
				title: `Broadcast to ${servers.length} servers`,
				servers,
				atOnce,
				deadlineMs: 0,
				delayMs: 0,
				gate: undefined,
				proof: 'the game has answered',
				expects: undefined,
				requestFor: server => requestFor(server, text, context),
				command: {before: ['broadcast', '--yes'], after: ['--', text]},
			},
			targets: serverWords(context.known.servers, ids),
			effect: [
				`Read at once by everybody online on ${plural(servers.length, 'server')}: ${playersText(servers)}.`,
				...(left > 0 ? [`${left} are not online and left out.`] : []),
			],
			rows: letterWarning(text),
			risk: 'type',
			summary: `Say "${text}" on ${servers.map(nameOf).join(', ')}`,
			input: {text},
			next: message`${key('jobs.open')} shows how it went.`,
		};
	},
});
