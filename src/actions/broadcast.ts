import type {GameServer} from '../contract/models/server.ts';
import {broadcastMessages as messages} from '../messages/broadcast.ts';
import type {Message} from '../messages/text.ts';
import {action, type DeclaredPlan} from './action.ts';
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
	label: messages.text.label,
	hint: messages.text.hint,
	position: {rest: 'TEXT', help: messages.text.help},
	sentAs: ['command'],
	offers: ({settings}) => settings.messages,
	read: text => {
		if (text.trim() === '') throw new FieldProblem(messages.text.missing);
		return text.trim();
	},
};

/** The game's own command that says a text; undefined for a game that we have no words for. */
const broadcastCommand = ({gameType}: GameServer, text: string): string | undefined =>
	gameWords(gameType)?.broadcast.replace('{text}', () => text);

/** Why a text cannot be said there as it is typed. */
function broadcastProblem(server: GameServer, text: string): Message | undefined {
	const game = gameWords(server.gameType);
	if (!game) return messages.noCommand(server.gameType);
	return game.broadcast.startsWith('say ') && splitters.test(text)
		? messages.wouldSplit(game.label)
		: undefined;
}

/** Those that can hear it now; the service decides where states are not checked. */
const reachable = ({servers, checksStates}: ActionContext) =>
	servers.filter(server => !checksStates || operationBlocked('rcon', server) === undefined);

const requestFor = (server: GameServer, text: string, {settings}: ActionContext) =>
	rconRequest(server.id, broadcastCommand(server, text) ?? text, settings.awaitMs);

/** How many are asked at the same time: each server has a game of its own to ask. */
const atOnce = 5;

function planForOne(text: string, context: ActionContext): DeclaredPlan {
	const {server, known} = context;
	const players = playersOn([server]);
	return {
		requests: [requestFor(server, text, context)],
		targets: () => serverWords(known.servers, [server.id]),
		effect: [
			!mayHavePlayers([server])
				? messages.nobodyHears
				: players === 0
					? messages.somebodyMayRead
					: messages.playersRead(players),
		],
		rows: letterWarning(text),
		risk: 'review',
		summary: messages.summary(text, nameOf(server)),
		input: {text},
	};
}

function planForSeveral(text: string, context: ActionContext): DeclaredPlan {
	const servers = reachable(context);
	const ids = servers.map(({id}) => id);
	const left = context.servers.length - servers.length;
	return {
		requests: servers.map(server => requestFor(server, text, context)),
		actsOn: ids,
		rolling: {
			verb: 'broadcast',
			title: messages.titleForSeveral(servers.length),
			servers,
			atOnce,
			deadlineMs: 0,
			delayMs: 0,
			gate: undefined,
			proof: messages.proof,
			expects: undefined,
			requestFor: server => requestFor(server, text, context),
		},
		targets: () => serverWords(context.known.servers, ids),
		effect: [
			messages.playersReadOn(servers.length, playersText(servers)),
			...(left > 0 ? [messages.leftOut(left)] : []),
		],
		rows: letterWarning(text),
		risk: 'type',
		summary: messages.summary(text, servers.map(nameOf).join(', ')),
		input: {text},
		next: messages.shownInJobs,
	};
}

function problemForSeveral(text: string, context: ActionContext): Message | undefined {
	const servers = reachable(context);
	if (servers.length === 0) return messages.noneOnline;
	const [first] = servers.flatMap(server => {
		const problem = broadcastProblem(server, text);
		return problem === undefined ? [] : [messages.problemOn(nameOf(server), problem)];
	});
	return first;
}

const isForSeveral = ({servers}: ActionContext) => servers.length > 1;

/** One line to the players, by each game's own command. */
export const broadcast = action({
	id: 'broadcast',
	target: 'servers',
	verb: messages.verb,
	command: {words: ['broadcast'], description: messages.description},
	permission: 'MANAGE_SERVERS',
	operation: 'rcon',
	title: context =>
		isForSeveral(context)
			? messages.titleForSeveral(context.servers.length)
			: messages.title(nameOf(context.server)),
	fields: {text: textField},
	problems: ({text}, context) => ({
		text: isForSeveral(context) ? problemForSeveral(text, context) : broadcastProblem(context.server, text),
	}),
	plan: ({text}, context) =>
		isForSeveral(context) ? planForSeveral(text, context) : planForOne(text, context),
});
