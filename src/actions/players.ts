import type {Api} from '../contract/endpoints/index.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import {ApiError} from '../contract/errors.ts';
import {maxDelayMinutes} from '../contract/models/rcon-answer.ts';
import {type ByName, ownValue} from '../lib/json/maps.ts';
import type {GameServer} from '../contract/models/server.ts';
import {durationUnits, writeDuration} from '../lib/time/duration.ts';
import {readBans} from '../games/ban-list.ts';
import type {PlayerCommands} from '../games/game-types.ts';
import {broadcastMessages} from '../messages/broadcast.ts';
import {playerActionMessages as messages} from '../messages/players.ts';
import type {Message} from '../messages/text.ts';
import {action, type DeclaredPlan} from './action.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext, Subject} from './context.ts';
import type {Field} from './field.ts';
import {durationField, requiredField, textField} from './fields.ts';
import {type ListedGame, listedGameOf, wouldSplit} from '../games/games.ts';
import {nameOf} from './names.ts';
import {isOfOwnService, reachable} from './preconditions.ts';
import {confirmationFor, rconPermission} from './rcon-line.ts';
import {type ActionRequest, gameCommandRequest} from './request.ts';

/** The actions on a player in the list. */
export const playerVerbs = ['message', 'kick', 'ban'] as const;
export type PlayerVerb = (typeof playerVerbs)[number];
export type PlayerWord = PlayerVerb | 'unban';

/** Both come from the game. `isCut`: the id may be the beginning of another one. */
type PlayerKeys = {id: string | undefined; slot?: string | undefined; isCut?: boolean | undefined};

/**
Returns why an action is unavailable for a player; undefined if it is available. The id and the slot become part of a
command, so they must match the format of the game.
*/
export function playerActionBlocked(
	verb: PlayerWord,
	server: GameServer,
	{id, slot, isCut}: PlayerKeys,
): Message | undefined {
	const game = listedGameOf(server);
	if (!game) return messages.gameUnknown(server.gameType);
	const command = game.players[verb];
	if (command === undefined) return messages.noCommand[verb](game.label);
	const needsId = needsIdOf(command);
	const needsSlot = /\{(?:slot|number)\}/.test(command);
	if ((needsId && id === undefined) || (needsSlot && slot === undefined)) return messages.noId;
	if (needsId && isCut) return messages.cutId;
	const isSafe =
		(!needsId || isWholeId(game.players, id ?? '', verb)) && (!needsSlot || isNumber(slot ?? ''));
	return isSafe ? undefined : messages.unsafeId;
}

/** A ban with a number is found in the list by its id. */
const needsIdOf = (command: string) => command.includes('{id}') || command.includes('{number}');

/** Whether a text is a complete id of the game. No id contains a line break, whatever the pattern of the game. */
export function isWholeId({id = '(?!)', bans}: PlayerCommands, text: string, verb?: PlayerWord): boolean {
	const pattern = verb === 'unban' ? (bans?.id ?? id) : id;
	return !/[\r\n\0]/.test(text) && new RegExp(`^(?:${pattern})$`).test(text);
}

const isNumber = (text: string) => /^\d{1,10}$/.test(text);

const keysOf = (subject: ActionContext['subject']): PlayerKeys => ({id: subject?.id, slot: subject?.slot});

/** A command with placeholders. `later`: the one that our own service sends when the ban ends. */
type Template = {command: string; minutes?: number | undefined; later?: string};

/** The units of the commands, in minutes. */
const minutesIn = {minutes: 1, hours: 60, days: 24 * 60} as const;
const units = Object.keys(minutesIn) as (keyof typeof minutesIn)[];

/** Fills the placeholders of a command, which never contains the name of a player. */
function fill(command: string, subject: Subject | undefined, text: string, minutes = 0): string {
	const {id = '', slot = ''} = subject ?? {};
	const lengths = units.map(unit => [unit, String(minutes / minutesIn[unit])]);
	const values: ByName<string> = {id, slot, number: slot, text, ...Object.fromEntries(lengths)};
	return command.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownValue(values, name) ?? '').trim();
}

/** Returns how a game bans for a time, or why neither it nor the service can lift the ban. */
function banTemplate(
	server: GameServer,
	game: ListedGame,
	minutes: number | undefined,
): Template | {problem: Message} {
	const {ban = '', timedBan, unban} = game.players;
	if (minutes === undefined) return {command: ban};
	if (timedBan !== undefined) {
		const unit = units.find(name => timedBan.includes(`{${name}}`)) ?? 'minutes';
		const isWhole = minutes % minutesIn[unit] === 0;
		return isWhole ? {command: timedBan, minutes} : {problem: messages.ban.wholeUnits(game.label, unit)};
	}
	if (!unban?.includes('{id}') || !ban.includes('{id}'))
		return {problem: messages.ban.neverLifted(game.label)};
	if (!isOfOwnService(server)) return {problem: messages.ban.liftedByNobody(game.label)};
	return {command: ban, minutes, later: unban};
}

function templateOf(
	verb: PlayerWord,
	server: GameServer,
	minutes: number | undefined,
): Template | {problem: Message} {
	const game = listedGameOf(server);
	if (!game) return {problem: messages.gameUnknown(server.gameType)};
	return verb === 'ban' ? banTemplate(server, game, minutes) : {command: game.players[verb] ?? ''};
}

/** The typed values: text or reason, and duration. */
type PlayerValues = {text?: string | undefined; minutes?: number | undefined};

/** Returns the problem of the text, and that of the duration. */
function problemsOf(
	verb: PlayerWord,
	server: GameServer,
	subject: ActionContext['subject'],
	{text = '', minutes}: PlayerValues,
): {text?: Message | undefined; minutes?: Message | undefined} {
	const blocked = playerActionBlocked(verb, server, keysOf(subject));
	if (blocked !== undefined) return {text: blocked};
	const template = templateOf(verb, server, minutes);
	if ('problem' in template) return {minutes: template.problem};
	const game = listedGameOf(server);
	const isSent = template.command.includes('{text}');
	return game && isSent && wouldSplit(game, text)
		? {text: broadcastMessages.wouldSplit(game.label, game.splitters)}
		: {};
}

/** Returns the request for one server; undefined if the action is blocked there. */
function requestFor(
	verb: PlayerWord,
	server: GameServer,
	{subject, settings}: Pick<ActionContext, 'subject' | 'settings'>,
	values: PlayerValues,
): ActionRequest | undefined {
	if (playerActionBlocked(verb, server, keysOf(subject)) !== undefined) return undefined;
	const template = templateOf(verb, server, values.minutes);
	if ('problem' in template) return undefined;
	const {command, minutes, later} = template;
	const {text = ''} = values;
	const unban =
		later === undefined || minutes === undefined
			? undefined
			: {command: fill(later, subject, ''), delayMinutes: minutes};
	return gameCommandRequest(server.id, fill(command, subject, text, minutes), settings.awaitMs, unban);
}

const none: Subject = {id: '', name: ''};

function planFor(
	verb: PlayerWord,
	context: ActionContext,
	values: PlayerValues,
	{effect, input}: Pick<DeclaredPlan, 'effect' | 'input'>,
): DeclaredPlan {
	const {server, servers, subject = none, known, settings} = context;
	const request = requestFor(verb, server, context, values);
	const {reason: warning, risk = 'review'} =
		confirmationFor([request?.command ?? ''], [server], settings) ?? {};
	return {
		requests: request ? [request] : [],
		targets: () => [subject.id],
		on: () =>
			serverWords(
				known.servers,
				servers.map(({id}) => id),
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

const target = (context: ActionContext): string => {
	const {server, servers, subject} = context;
	const where =
		servers.length > 1 ? messages.servers(servers.length, reachable(context).length) : nameOf(server);
	return messages.target(subject?.name, subject?.id, where);
};

const reasonField: Field<string | undefined> = {
	...textField(messages.reason.label, messages.reason.hint, messages.reason.none),
	position: {option: '--reason <text>', help: messages.reason.help},
	offers: ({settings}) => settings.reasons,
};

const banDurationField: Field<number | undefined> = {
	...durationField(messages.duration.label, messages.duration.hint, {
		unit: 'm',
		min: 1,
		max: maxDelayMinutes,
		empty: undefined,
		usual: messages.duration.permanent,
	}),
	position: {option: '--duration <duration>', help: messages.duration.help},
	presets: ['1h', '1d', '7d', '30d'],
};

const textOf = (minutes: number) => writeDuration(minutes * durationUnits.m.ms);

/** Returns the effect of a reason: the player sees it only if the game's command takes one. */
const reasonEffect = (verb: PlayerWord, {server}: ActionContext, values: PlayerValues): Message[] => {
	if (values.text === undefined) return [];
	const template = templateOf(verb, server, values.minutes);
	const isShown = 'command' in template && template.command.includes('{text}');
	return [isShown ? messages.reason.shown : messages.reason.recorded];
};

/** Returns what to know about a ban on a server. */
export const banNotesOn = (server: GameServer): string[] => {
	const {banNote, savesBans} = listedGameOf(server)?.players ?? {};
	return [
		...(savesBans === undefined ? [] : [messages.ban.endsAtRestart(savesBans)]),
		...(banNote === undefined ? [] : [banNote]),
	];
};

/** Returns the end of a ban as its game writes it; undefined if it has none. What the game forgets is not permanent. */
export function banEndOn(server: GameServer, time: string | undefined): string | undefined {
	const hasNoEnd = time !== undefined && !/\d/.test(time);
	const isForgotten = hasNoEnd && listedGameOf(server)?.players.savesBans !== undefined;
	return isForgotten ? messages.duration.atRestart : time;
}

const shared = {
	target: 'player',
	permission: rconPermission,
	operation: 'rcon',
	targetLabel: target,
} as const;

const asReason = (reason: string | undefined) => (reason === undefined ? {} : {reason});

/** Sends a message to one player. */
export const messagePlayer = action({
	...shared,
	id: 'message-player',
	command: {isHarmless: true},
	title: ({subject}) => messages.message.title(subject?.name),
	fields: {
		text: {
			...requiredField(messages.message.label, messages.message.hint, broadcastMessages.text.missing),
			position: {rest: 'TEXT', help: messages.message.help},
			offers: ({settings}: ActionContext) => settings.messages,
		},
	},
	problems: ({text}, {server, subject}) => problemsOf('message', server, subject, {text}),
	plan: ({text}, context) =>
		planFor(
			'message',
			context,
			{text},
			{effect: [messages.message.effect, ...slotNote('message', context)], input: {text}},
		),
});

/** Removes a player from a server. */
export const kickPlayer = action({
	...shared,
	id: 'kick-player',
	title: ({subject}) => messages.kick.title(subject?.name),
	fields: {reason: reasonField},
	problems: ({reason}, {server, subject}) => ({
		reason: problemsOf('kick', server, subject, {text: reason}).text,
	}),
	plan: ({reason}, context) => {
		const values = {text: reason};
		return planFor('kick', context, values, {
			effect: [messages.kick.effect, ...slotNote('kick', context), ...reasonEffect('kick', context, values)],
			input: asReason(reason),
		});
	},
});

type BanValues = {reason: string | undefined; duration?: number | undefined};

/** Number of concurrent requests: each server runs a separate game. */
const atOnce = 5;

/** Returns the first problem of a ban or an unban on one of the servers, with the name of the server. */
function problemsOnEach(
	verb: 'ban' | 'unban',
	{reason, duration}: BanValues,
	context: ActionContext,
): {reason: Message | undefined; duration: Message | undefined} {
	const {subject} = context;
	const isSeveral = context.servers.length > 1;
	const servers = isSeveral ? reachable(context) : [context.server];
	if (servers.length === 0) return {reason: broadcastMessages.noneOnline, duration: undefined};
	for (const server of servers) {
		const found = problemsOf(verb, server, subject, {text: reason, minutes: duration});
		const text = found.text ?? (isSeveral && isOnlyHere(verb, server) ? messages.ban.onlyHere : undefined);
		const named = (problem: Message | undefined) =>
			problem !== undefined && isSeveral ? broadcastMessages.problemOn(nameOf(server), problem) : problem;
		if (text ?? found.minutes) return {reason: named(text), duration: named(found.minutes)};
	}
	return {reason: undefined, duration: undefined};
}

/** Whether the command names the player by a number that is valid on one server only. */
export const isOnlyHere = (verb: 'ban' | 'unban', server: GameServer): boolean =>
	/\{(?:slot|number)\}/.test(listedGameOf(server)?.players[verb] ?? '');

/** Returns who lifts the ban, and when. */
function endOf(server: GameServer, minutes: number | undefined): Message[] {
	if (minutes === undefined) return [];
	const template = templateOf('ban', server, minutes);
	const isLater = 'later' in template && template.later !== undefined;
	return [(isLater ? messages.ban.liftedByService : messages.ban.liftedByGame)(textOf(minutes))];
}

/** Says which servers are left out because they are not online. */
const leftOut = (context: ActionContext, servers: readonly GameServer[]): Message[] => {
	const left = context.servers.filter(one => !servers.includes(one)).map(nameOf);
	return context.servers.length > 1 && left.length > 0 ? [broadcastMessages.leftOut(left)] : [];
};

function banPlan({reason, duration}: BanValues, context: ActionContext): DeclaredPlan {
	const {server} = context;
	const values = {text: reason, minutes: duration};
	const isSeveral = context.servers.length > 1;
	const servers = isSeveral ? reachable(context) : [server];
	const where = isSeveral ? messages.servers(servers.length) : nameOf(server);
	const input = {
		...asReason(reason),
		...(duration !== undefined && {duration: textOf(duration)}),
	};
	const plan = planFor('ban', context, values, {
		effect: [
			messages.ban.effect(where),
			...endOf(servers[0] ?? server, duration),
			...slotNote('ban', context),
			...new Set(servers.flatMap(banNotesOn)),
			...reasonEffect('ban', context, values),
			...leftOut(context, servers),
		],
		input,
	});
	if (!isSeveral) return plan;
	const typed = {
		...(reason !== undefined && {reason}),
		...(duration !== undefined && {duration: textOf(duration)}),
	};
	return {...onEach('ban', context, {plan, servers, values, typed}), risk: 'type-and-hold'};
}

type OnEach = {
	plan: DeclaredPlan;
	servers: readonly GameServer[];
	values: PlayerValues;
	typed: ByName<string>;
};

/** Makes a job of a ban or an unban on several servers. */
function onEach(
	verb: 'ban' | 'unban',
	context: ActionContext,
	{plan, servers, values, typed}: OnEach,
): DeclaredPlan {
	const {subject = none} = context;
	const ids = servers.map(({id}) => id);
	const requests = servers.flatMap(one => requestFor(verb, one, context, values) ?? []);
	return {
		...plan,
		requests,
		actsOn: ids,
		on: () => serverWords(context.known.servers, ids),
		risk: 'type',
		summary: messages[verb].summary(subject.name, subject.id, servers.map(nameOf).join(', ')),
		next: broadcastMessages.shownInJobs,
		rolling: {
			verb: `${verb}-player`,
			force: false,
			title: messages[verb].titleForSeveral(subject.name, servers.length),
			servers,
			atOnce,
			deadlineMs: 0,
			delayMs: 0,
			gate: undefined,
			proof: broadcastMessages.proof,
			expects: undefined,
			// Each has one: the problems of every server were checked.
			requestFor: one => requests[servers.indexOf(one)] as ActionRequest,
			input: plan.input,
			typed,
			subject,
		},
	};
}

/** Returns the title of a ban or an unban, on one server or on those of several that are reachable. */
const titleOf = (verb: 'ban' | 'unban', context: ActionContext): string =>
	context.servers.length > 1
		? messages[verb].titleForSeveral(context.subject?.name, reachable(context).length)
		: messages[verb].title(context.subject?.name);

/** Removes a player from servers and keeps them out, for a time or for good. */
export const banPlayer = action({
	...shared,
	id: 'ban-player',
	title: context => titleOf('ban', context),
	fields: {reason: reasonField, duration: banDurationField},
	problems: (values, context) => problemsOnEach('ban', values, context),
	plan: banPlan,
});

/** No game tells a player why a ban was lifted. */
const unbanReasonField: Field<string | undefined> = {
	...textField(messages.reason.label, messages.reason.unbanHint, messages.reason.none),
	position: {option: '--reason <text>', help: messages.reason.unbanHelp},
	offers: ({settings}) => settings.reasons,
};

/** Lets a banned player join again. */
export const unbanPlayer = action({
	...shared,
	id: 'unban-player',
	command: {isHarmless: true},
	title: context => titleOf('unban', context),
	fields: {reason: unbanReasonField},
	problems: (values, context) => ({reason: problemsOnEach('unban', values, context).reason}),
	plan: ({reason}, context) => {
		const {server} = context;
		const isSeveral = context.servers.length > 1;
		const servers = isSeveral ? reachable(context) : [server];
		const where = isSeveral ? messages.servers(servers.length) : nameOf(server);
		const plan = planFor(
			'unban',
			context,
			{},
			{
				effect: [
					messages.unban.effect(where),
					...(reason === undefined ? [] : [messages.reason.recorded]),
					...leftOut(context, servers),
				],
				input: asReason(reason),
			},
		);
		if (isSeveral) return onEach('unban', context, {plan, servers, values: {}, typed: asReason(reason)});
		const game = listedGameOf(server);
		const isByNumber = game?.players.unban?.includes('{number}') === true;
		return {
			...plan,
			risk: 'review',
			...(isByNumber && {
				renew: (api: Api, options?: CallOptions) => renewNumber(api, options, game, context),
			}),
		};
	},
});

/** Reads the number of the ban again: another ban could have it now. Throws `ApiError` if it is not certain. */
async function renewNumber(
	api: Api,
	options: CallOptions | undefined,
	{players}: ListedGame,
	context: ActionContext,
) {
	const {server, subject = none, settings} = context;
	const command = players.bans?.list ?? '';
	const {command: answer} = await api.awaitRcon(
		{serverId: server.id, command, timeoutMs: settings.awaitMs},
		{...options, isProbe: true},
	);
	const {bans = [], isComplete = false} = readBans(players, answer.response ?? '') ?? {};
	const found = bans.filter(({id}) => id === subject.id);
	const number = found[0]?.number;
	const isCertain =
		isComplete && number !== undefined && bans.filter(ban => ban.number === number).length === 1;
	if (!isCertain) {
		const message = found.length === 0 ? messages.unban.notBanned(subject.id) : messages.unban.noNumber;
		throw new ApiError(message, {
			reason: 'refused',
			request: 'POST /server/{serverId}/rcon',
			key: 'player.not_banned',
			serviceMessage: message,
		});
	}
	const request = requestFor('unban', server, {settings, subject: {...subject, slot: number}}, {});
	return {requests: request ? [request] : [], overwrites: []};
}

export const playerActions = [messagePlayer, kickPlayer, banPlayer, unbanPlayer] as const;
