import type {GameServer} from '../contract/models/server.ts';
import {broadcastMessages} from '../messages/broadcast.ts';
import {playerActionMessages as messages} from '../messages/players.ts';
import type {Message} from '../messages/text.ts';
import {action, type DeclaredPlan} from './action.ts';
import {withoutAlias} from './aliases.ts';
import {commandLineOf, serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import type {Field} from './field.ts';
import {requiredField, textField} from './fields.ts';
import {findListedGame, wouldSplit} from '../games/games.ts';
import {nameOf} from './names.ts';
import {confirmationFor, rconPermission} from './rcon-line.ts';
import {rcon} from './rcon.ts';
import {rconRequest} from './request.ts';

type Verb = 'message' | 'kick' | 'ban';
const gameOf = ({gameType}: GameServer) => findListedGame(gameType);

/**
Returns why an action is unavailable for a player; undefined if it is available. The id becomes part of a command, and
comes from the game, so it must match the id format of the game.
*/
export function playerActionBlocked(verb: Verb, server: GameServer, id: string): Message | undefined {
	const game = gameOf(server);
	if (!game) return messages.gameUnknown(server.gameType);
	if (game.players[verb] === undefined) return messages.noCommand[verb](game.label);
	return new RegExp(`^(?:${game.players.id})$`).test(id) ? undefined : messages.unsafeId;
}

/** Returns the RCON line, which never contains the name; undefined if the action is blocked. */
function commandFor(verb: Verb, {server, subject}: ActionContext, text: string): string | undefined {
	const id = subject?.id ?? '';
	const command = gameOf(server)?.players[verb];
	if (command === undefined || playerActionBlocked(verb, server, id) !== undefined) return undefined;
	return command
		.replace('{id}', () => id)
		.replace('{text}', () => text)
		.trim();
}

function problemOf(verb: Verb, {server, subject}: ActionContext, text = ''): Message | undefined {
	const blocked = playerActionBlocked(verb, server, subject?.id ?? '');
	if (blocked !== undefined) return blocked;
	const game = gameOf(server);
	const isSent = game?.players[verb]?.includes('{text}') === true;
	return game && isSent && wouldSplit(game, text) ? broadcastMessages.wouldSplit(game.label) : undefined;
}

function planFor(
	verb: Verb,
	context: ActionContext,
	text: string | undefined,
	{effect, input}: Pick<DeclaredPlan, 'effect' | 'input'>,
): DeclaredPlan {
	const {server, subject = {id: '', name: ''}, known, settings} = context;
	const command = commandFor(verb, context, text ?? '') ?? '';
	const {reason: warning, risk = 'review'} = confirmationFor([command], [server], settings) ?? {};
	return {
		requests: [rconRequest(server.id, command, settings.awaitMs)],
		commandLine: () =>
			commandLineOf(
				rcon,
				{command: withoutAlias(command, settings.aliases)},
				serverWords(known.servers, [server.id]),
				context,
			),
		effect,
		risk,
		...(warning !== undefined && {warning}),
		summary: messages[verb].summary(subject.name, subject.id, nameOf(server)),
		input: {playerId: subject.id, name: subject.name, ...input},
	};
}

const target = ({server, subject}: ActionContext): string =>
	messages.target(subject?.name, subject?.id, nameOf(server));

const reasonField: Field<string | undefined> = {
	...textField(messages.reason.label, messages.reason.hint, messages.reason.none),
	offers: ({settings}) => settings.reasons,
};

/** Returns the effect of a reason: the player sees it only if the game's command takes one. */
const reasonEffect = (verb: Verb, {server}: ActionContext, reason: string | undefined): Message[] => {
	if (reason === undefined) return [];
	const isShown = gameOf(server)?.players[verb]?.includes('{text}') === true;
	return [isShown ? messages.reason.shown : messages.reason.recorded];
};

const notesOn = (server: GameServer): string[] => {
	const note = gameOf(server)?.players.banNote;
	return note === undefined ? [] : [note];
};

const shared = {
	target: 'player',
	permission: rconPermission,
	operation: 'rcon',
	targetLabel: target,
} as const;

/** Sends a message to one player. */
export const messagePlayer = action({
	...shared,
	id: 'message-player',
	verb: messages.message.verb,
	title: ({subject}) => messages.message.title(subject?.name),
	fields: {
		text: {
			...requiredField(messages.message.label, messages.message.hint, broadcastMessages.text.missing),
			offers: ({settings}: ActionContext) => settings.messages,
		},
	},
	problems: ({text}, context) => ({text: problemOf('message', context, text)}),
	plan: ({text}, context) =>
		planFor('message', context, text, {effect: [messages.message.effect], input: {text}}),
});

/** Removes a player from a server. */
export const kickPlayer = action({
	...shared,
	id: 'kick-player',
	verb: messages.kick.verb,
	title: ({subject}) => messages.kick.title(subject?.name),
	fields: {reason: reasonField},
	problems: ({reason}, context) => ({reason: problemOf('kick', context, reason)}),
	plan: ({reason}, context) =>
		planFor('kick', context, reason, {
			effect: [messages.kick.effect, ...reasonEffect('kick', context, reason)],
			input: {...(reason !== undefined && {reason})},
		}),
});

/** Removes a player from a server and keeps them out. */
export const banPlayer = action({
	...shared,
	id: 'ban-player',
	verb: messages.ban.verb,
	title: ({subject}) => messages.ban.title(subject?.name),
	fields: {reason: reasonField},
	problems: ({reason}, context) => ({reason: problemOf('ban', context, reason)}),
	plan: ({reason}, context) =>
		planFor('ban', context, reason, {
			effect: [
				messages.ban.effect(nameOf(context.server)),
				...notesOn(context.server),
				...reasonEffect('ban', context, reason),
			],
			input: {...(reason !== undefined && {reason})},
		}),
});
