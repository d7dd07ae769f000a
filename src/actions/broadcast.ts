import type {GameServer} from '../contract/models/server.ts';
import {broadcastMessages as messages} from '../messages/broadcast.ts';
import type {Message} from '../messages/text.ts';
import {action, type DeclaredPlan} from './action.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {FieldProblem, type Field} from './field.ts';
import {findGame, sayCommandOf, wouldSplit} from '../games/games.ts';
import {letterWarning} from './message-preview.ts';
import {reachable} from './preconditions.ts';
import {gameCommandRequest} from './request.ts';
import {mayHavePlayers, playersOn, playersText} from './risk.ts';
import {nameOf} from './names.ts';

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

/** Returns the command that sends a message to players; undefined if none is known. */
const broadcastCommand = (server: GameServer, text: string): string | undefined =>
	sayCommandOf(server)?.replace('{text}', () => text);

/** Returns why a message cannot be sent to a server as typed. */
function broadcastProblem(server: GameServer, text: string): Message | undefined {
	const {label = server.gameType, splitters = ''} = findGame(server.gameType) ?? {};
	if (sayCommandOf(server) === undefined) return messages.noCommand(label);
	return wouldSplit({splitters}, text) ? messages.wouldSplit(label ?? '', splitters) : undefined;
}

const requestFor = (server: GameServer, text: string, {settings}: ActionContext) =>
	gameCommandRequest(server.id, broadcastCommand(server, text) ?? text, settings.awaitMs);

/** Number of concurrent requests: each server runs a separate game. */
const atOnce = 5;

function planForOne(text: string, context: ActionContext): DeclaredPlan {
	const {server, known} = context;
	const players = playersOn([server]);
	return {
		requests: [requestFor(server, text, context)],
		targets: () => serverWords(known.servers, [server.id]),
		effect: [
			!mayHavePlayers([server])
				? messages.nobodyOnline
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
	const left = context.servers.filter(server => !servers.includes(server)).map(nameOf);
	return {
		requests: servers.map(server => requestFor(server, text, context)),
		actsOn: ids,
		rolling: {
			verb: 'broadcast',
			force: false,
			title: messages.titleForSeveral(servers.length),
			servers,
			atOnce,
			deadlineMs: 0,
			delayMs: 0,
			gate: undefined,
			proof: messages.proof,
			expects: undefined,
			requestFor: server => requestFor(server, text, context),
			input: {text},
			typed: {text},
		},
		targets: () => serverWords(context.known.servers, ids),
		effect: [
			messages.playersReadOn(servers.length, playersText(servers)),
			...(left.length > 0 ? [messages.leftOut(left)] : []),
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

/** Sends one line to the players, with each game's own command. */
export const broadcast = action({
	id: 'broadcast',
	target: 'servers',
	permission: 'MANAGE_SERVERS',
	operation: 'rcon',
	title: context =>
		isForSeveral(context)
			? messages.titleForSeveral(reachable(context).length)
			: messages.title(nameOf(context.server)),
	fields: {text: textField},
	problems: ({text}, context) => ({
		text: isForSeveral(context) ? problemForSeveral(text, context) : broadcastProblem(context.server, text),
	}),
	plan: ({text}, context) =>
		isForSeveral(context) ? planForSeveral(text, context) : planForOne(text, context),
});
