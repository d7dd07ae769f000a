import type {ByName} from '../lib/json/maps.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {PlayerCommands} from '../games/game-types.ts';
import {broadcastMessages} from '../messages/broadcast.ts';
import {playerActionMessages as messages} from '../messages/players.ts';
import type {Message} from '../messages/text.ts';
import {action, type DeclaredPlan} from './action.ts';
import {withoutAlias} from './aliases.ts';
import {commandLineOf, serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import type {Field} from './field.ts';
import {requiredField, textField} from './fields.ts';
import {listedGameOf, wouldSplit} from '../games/games.ts';
import {nameOf} from './names.ts';
import {confirmationFor, rconPermission} from './rcon-line.ts';
import {rcon} from './rcon.ts';
import {gameCommandRequest} from './request.ts';

export const playerVerbs = ['message', 'kick', 'ban'] as const;
export type PlayerVerb = (typeof playerVerbs)[number];

/** Both come from the game. */
type PlayerKeys = {id: string | undefined; slot?: string | undefined};

/**
Returns why an action is unavailable for a player; undefined if it is available. The id and the slot become part of a
command, so they must match the format of the game.
*/
export function playerActionBlocked(
	verb: PlayerVerb,
	server: GameServer,
	{id, slot}: PlayerKeys,
): Message | undefined {
	const game = listedGameOf(server);
	if (!game) return messages.gameUnknown(server.gameType);
	const command = game.players[verb];
	if (command === undefined) return messages.noCommand[verb](game.label);
	const [needsId, needsSlot] = [command.includes('{id}'), command.includes('{slot}')];
	if ((needsId && id === undefined) || (needsSlot && slot === undefined)) return messages.noId;
	const isSafe = (!needsId || isWholeId(game.players, id ?? '')) && (!needsSlot || isWholeSlot(slot ?? ''));
	return isSafe ? undefined : messages.unsafeId;
}

/** No id contains a line break, whatever the pattern of the game. */
const isWholeId = ({id = '(?!)'}: PlayerCommands, text: string) =>
	!/[\r\n\0]/.test(text) && new RegExp(`^(?:${id})$`).test(text);

const isWholeSlot = (text: string) => /^\d{1,10}$/.test(text);

const keysOf = (subject: ActionContext['subject']): PlayerKeys => ({id: subject?.id, slot: subject?.slot});

/** Returns the RCON line, which never contains the name; undefined if the action is blocked. */
function commandFor(verb: PlayerVerb, {server, subject}: ActionContext, text: string): string | undefined {
	const {id = '', slot = ''} = subject ?? {};
	const command = listedGameOf(server)?.players[verb];
	if (command === undefined || playerActionBlocked(verb, server, keysOf(subject)) !== undefined)
		return undefined;
	const values: ByName<string> = {id, slot, text};
	return command.replaceAll(/\{(id|slot|text)\}/g, (_, name: string) => values[name] ?? '').trim();
}

function problemOf(verb: PlayerVerb, {server, subject}: ActionContext, text = ''): Message | undefined {
	const blocked = playerActionBlocked(verb, server, keysOf(subject));
	if (blocked !== undefined) return blocked;
	const game = listedGameOf(server);
	const isSent = game?.players[verb]?.includes('{text}') === true;
	return game && isSent && wouldSplit(game, text)
		? broadcastMessages.wouldSplit(game.label, game.splitters)
		: undefined;
}

function planFor(
	verb: PlayerVerb,
	context: ActionContext,
	text: string | undefined,
	{effect, input}: Pick<DeclaredPlan, 'effect' | 'input'>,
): DeclaredPlan {
	const {server, subject = {id: '', name: ''}, known, settings} = context;
	const command = commandFor(verb, context, text ?? '') ?? '';
	const {reason: warning, risk = 'review'} = confirmationFor([command], [server], settings) ?? {};
	return {
		requests: [gameCommandRequest(server.id, command, settings.awaitMs)],
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

/** Returns a warning if the command names the player only by a number that another player can have. */
const slotNote = (verb: PlayerVerb, {server, subject}: ActionContext): Message[] =>
	listedGameOf(server)?.players[verb]?.includes('{slot}') === true ? [messages.slotNote(subject?.slot)] : [];

const target = ({server, subject}: ActionContext): string =>
	messages.target(subject?.name, subject?.id, nameOf(server));

const reasonField: Field<string | undefined> = {
	...textField(messages.reason.label, messages.reason.hint, messages.reason.none),
	offers: ({settings}) => settings.reasons,
};

/** Returns the effect of a reason: the player sees it only if the game's command takes one. */
const reasonEffect = (verb: PlayerVerb, {server}: ActionContext, reason: string | undefined): Message[] => {
	if (reason === undefined) return [];
	const isShown = listedGameOf(server)?.players[verb]?.includes('{text}') === true;
	return [isShown ? messages.reason.shown : messages.reason.recorded];
};

const notesOn = (server: GameServer): string[] => {
	const note = listedGameOf(server)?.players.banNote;
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
	title: ({subject}) => messages.message.title(subject?.name),
	fields: {
		text: {
			...requiredField(messages.message.label, messages.message.hint, broadcastMessages.text.missing),
			offers: ({settings}: ActionContext) => settings.messages,
		},
	},
	problems: ({text}, context) => ({text: problemOf('message', context, text)}),
	plan: ({text}, context) =>
		planFor('message', context, text, {
			effect: [messages.message.effect, ...slotNote('message', context)],
			input: {text},
		}),
});

/** Removes a player from a server. */
export const kickPlayer = action({
	...shared,
	id: 'kick-player',
	title: ({subject}) => messages.kick.title(subject?.name),
	fields: {reason: reasonField},
	problems: ({reason}, context) => ({reason: problemOf('kick', context, reason)}),
	plan: ({reason}, context) =>
		planFor('kick', context, reason, {
			effect: [messages.kick.effect, ...slotNote('kick', context), ...reasonEffect('kick', context, reason)],
			input: {...(reason !== undefined && {reason})},
		}),
});

/** Removes a player from a server and keeps them out. */
export const banPlayer = action({
	...shared,
	id: 'ban-player',
	title: ({subject}) => messages.ban.title(subject?.name),
	fields: {reason: reasonField},
	problems: ({reason}, context) => ({reason: problemOf('ban', context, reason)}),
	plan: ({reason}, context) =>
		planFor('ban', context, reason, {
			effect: [
				messages.ban.effect(nameOf(context.server)),
				...slotNote('ban', context),
				...notesOn(context.server),
				...reasonEffect('ban', context, reason),
			],
			input: {...(reason !== undefined && {reason})},
		}),
});

export const playerActions = [messagePlayer, kickPlayer, banPlayer] as const;
