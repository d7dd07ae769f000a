import type {GameServer} from '../contract/models/server.ts';
import {action} from './action.ts';
import type {Plan, PowerVerb} from './plan.ts';
import type {ActionInput} from './activity.ts';
import type {ActionContext} from './context.ts';
import {textField, minutesField, yesNoField} from './fields.ts';
import type {Field} from './field.ts';
import {serverWords} from './command-line.ts';
import {messagePreview} from './message-preview.ts';
import {operationBlocked, phaseOf} from './preconditions.ts';
import {request, type ActionRequest} from './request.ts';
import {mayHavePlayers, playersOn, playersText, powerRisk} from './risk.ts';
import {nameOf} from './names.ts';
import {powerMessages as messages} from '../messages/power.ts';
import {serverMessages} from '../messages/servers.ts';

/** Without a delay it is done at once. */
export type PowerValues = {
	/** Minutes. */
	delay?: number | undefined;
	/** Said to the players before a delayed stop or restart. */
	message?: string | undefined;
	/** Kills the process; only of a stop. */
	force?: boolean;
};

export const delayField: Field<number | undefined> = {
	...minutesField(messages.delay.label, messages.delay.hint),
	sentAs: ['delayMinutes'],
	position: {option: '--delay <minutes>', help: messages.delay.help},
};
export const messageField: Field<string | undefined> = {
	...textField(messages.message.label, messages.message.hint),
	sentAs: ['delayedStopMessage', 'delayedRestartMessage'],
	position: {option: '--message <text>', help: messages.message.help},
	offers: ({settings}) => settings.messages,
};
export const forceField: Field<boolean> = {
	...yesNoField(messages.force.label, messages.force.hint, messages.force.no, messages.force.yes),
	position: {option: '--force', help: messages.force.help},
};

/** Nobody would hear a message without a delay. */
export const silentMessage = ({delay, message: text}: PowerValues): string | undefined =>
	text === undefined || delay !== undefined ? undefined : messages.message.needsDelay;

/** (Specification: Start, Stop, Restart) */
export function powerRequest(
	verb: PowerVerb,
	serverId: string,
	{delay, message: text, force = false}: PowerValues,
): ActionRequest {
	const delayed = {serverId, ...(delay !== undefined && {delayMinutes: delay})};
	switch (verb) {
		case 'start':
			return request('startServer', {serverId});
		case 'stop':
			return request('stopServer', {
				...delayed,
				...(force && {forceStop: true}),
				...(text !== undefined && {delayedStopMessage: text}),
			});
		case 'restart':
			return request('restartServer', {
				...delayed,
				...(text !== undefined && {delayedRestartMessage: text}),
			});
	}
}

/** What is recorded of it. */
export const powerInput = ({delay, message: text, force = false}: PowerValues): ActionInput => ({
	...(delay !== undefined && {delayMinutes: delay}),
	...(text !== undefined && {message: text}),
	...(force && {force}),
});

/** What the players see of it, in sentences. */
function effectOf(verb: PowerVerb, values: PowerValues, {servers, now}: ActionContext): Plan['effect'] {
	if (verb === 'start') return [messages.start.effect];
	const {force = false} = values;
	const kills = force ? [messages.killed] : [];
	if (values.delay === undefined) {
		const players = playersOn(servers);
		const who = !mayHavePlayers(servers)
			? serverMessages.nobodyOnline
			: players === 0
				? messages.playersNotCounted
				: messages.playersThrownOut(players);
		return [messages.beginsNow(verb, force, who), messages.cannotBeUndone, ...kills];
	}
	const at = new Date(now + values.delay * 60_000).toISOString().slice(11, 16);
	return [
		messages.beginsLater(verb, force, values.delay, at),
		values.message === undefined ? messages.playersNotTold : messages.playersTold,
		messages.mayBeCancelled,
		...kills,
	];
}

/** What follows: a state at once, or later what was scheduled. */
function sequelOf(
	verb: PowerVerb,
	{delay, message: text}: PowerValues,
	now: number,
): Pick<Plan, 'rows' | 'expects' | 'schedules'> {
	if (verb === 'start') return {expects: {state: 'INITIALIZING', withinMs: 60_000}};
	if (delay === undefined) return {expects: {state: 'STOPPING', withinMs: 60_000}};
	return {
		...(text !== undefined && {rows: messagePreview(text, delay)}),
		schedules: {act: verb, at: now + delay * 60_000},
	};
}

/** `Restart ark-1 (3 players), in 10 min`. Whoever is asked learns of servers that the service does not call online. */
export function powerSummary(
	verb: PowerVerb,
	{delay, force = false}: PowerValues,
	servers: readonly GameServer[],
): string {
	const who = servers.length === 1 ? servers.map(nameOf).join() : messages.servers(servers.length);
	if (verb === 'start') return messages.start.summary(who);
	return messages.summary(verb, force, who, `${playersText(servers)}${notOnline(servers)}`, delay);
}

function notOnline(servers: readonly GameServer[]): string {
	const others = servers.flatMap(server =>
		server.state === undefined || phaseOf(server.state) === 'online'
			? []
			: messages.notOnline(nameOf(server), server.state),
	);
	return others.length > 3 ? messages.severalNotOnline(others.length) : others.join('');
}

function powerPlan(verb: PowerVerb, values: PowerValues, context: ActionContext) {
	const {server, known, now} = context;
	// A server that is not there any more: the request says what is wrong with it.
	const servers = context.servers.length === 0 ? [server] : context.servers;
	return {
		requests: servers.map(({id}) => powerRequest(verb, id, values)),
		targets: () =>
			serverWords(
				known.servers,
				servers.map(({id}) => id),
			),
		effect: effectOf(verb, values, context),
		risk: powerRisk(verb, servers, values),
		summary: powerSummary(verb, values, servers),
		...sequelOf(verb, values, now),
		input: powerInput(values),
	};
}

export const start = action({
	id: 'start',
	target: 'servers',
	verb: messages.start.verb,
	command: {words: ['start'], description: messages.start.description, isHarmless: true},
	permission: 'MANAGE_SERVERS',
	operation: 'start',
	title: ({server}) => messages.start.title(nameOf(server)),
	fields: {},
	plan: (values, context) => powerPlan('start', values, context),
});

export const stop = action({
	id: 'stop',
	target: 'servers',
	verb: messages.stop.verb,
	command: {words: ['stop'], description: messages.stop.description},
	permission: 'MANAGE_SERVERS',
	operation: 'force-stop',
	title: ({server}) => messages.stop.title(nameOf(server)),
	fields: {delay: delayField, message: messageField, force: forceField},
	between: values => ({message: silentMessage(values)}),
	problems: (values, {server, checksStates}) => {
		const blocked = values.force || !checksStates ? undefined : operationBlocked('stop', server);
		return {force: blocked === undefined ? undefined : messages.stop.forceInstead(blocked)};
	},
	plan: (values, context) => powerPlan('stop', values, context),
});

export const restart = action({
	id: 'restart',
	target: 'servers',
	verb: messages.restart.verb,
	command: {words: ['restart'], description: messages.restart.description},
	permission: 'MANAGE_SERVERS',
	operation: 'restart',
	title: ({server}) => messages.restart.title(nameOf(server)),
	fields: {delay: delayField, message: messageField},
	between: values => ({message: silentMessage(values)}),
	plan: (values, context) => powerPlan('restart', values, context),
});
