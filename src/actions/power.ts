import {action, type DeclaredPlan} from './action.ts';
import type {Plan, PowerVerb} from './plan.ts';
import type {ActionContext} from './context.ts';
import {serverWords} from './command-line.ts';
import {messagePreview} from './message-preview.ts';
import {impossible, operationBlocked} from './preconditions.ts';
import {
	delayField,
	forceField,
	messageField,
	powerInput,
	powerRequest,
	powerSummary,
	silentMessage,
	type PowerValues,
} from './power-values.ts';
import {mayHavePlayers, playersOn, powerRisk} from './risk.ts';
import {isRolling, noneReady, rollingFields, rollingPlan, type MaybeRolling} from './rolling.ts';
import {nameOf} from './names.ts';
import {powerMessages as messages, rollingMessages} from '../messages/power.ts';
import {serverMessages} from '../messages/servers.ts';

/** Describes the effect on players, in sentences. */
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
				: messages.playersDisconnected(players);
		return [messages.startsNow(verb, force, who), messages.cannotBeUndone, ...kills];
	}
	const at = new Date(now + values.delay * 60_000).toISOString().slice(11, 16);
	return [
		messages.startsLater(verb, force, values.delay, at),
		values.message === undefined ? messages.playersNotNotified : messages.playersNotified,
		messages.mayBeCancelled,
		...kills,
	];
}

/** Returns what follows: a state at once, or later what was scheduled. */
function followUpOf(
	verb: PowerVerb,
	{delay, message: text}: PowerValues,
	now: number,
): Pick<Plan, 'rows' | 'expects' | 'schedules'> {
	if (verb === 'start') return {expects: {state: 'INITIALIZING', withinMs: 60_000}};
	if (delay === undefined) return {expects: {state: 'STOPPING', withinMs: 60_000}};
	return {
		...(text !== undefined && {rows: messagePreview(text, delay)}),
		schedules: {action: verb, at: now + delay * 60_000},
	};
}

function powerPlan(
	verb: PowerVerb,
	values: PowerValues & MaybeRolling,
	context: ActionContext,
): DeclaredPlan {
	if (isRolling(values)) return rollingPlan(verb, values, context);
	const {server, known, now} = context;
	// The server no longer exists: the service reports the error.
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
		...followUpOf(verb, values, now),
		input: powerInput(values),
	};
}

/** Returns the title, with the count for several servers. */
const titleOf =
	({verb, title}: {verb: string; title: (server: string) => string}) =>
	({server, servers}: ActionContext) =>
		servers.length > 1 ? rollingMessages.title(verb, servers.length) : title(nameOf(server));

export const start = action({
	id: 'start',
	target: 'servers',
	verb: messages.start.verb,
	command: {words: ['start'], description: messages.start.description, isHarmless: true},
	permission: 'MANAGE_SERVERS',
	operation: 'start',
	title: titleOf(messages.start),
	fields: rollingFields,
	problems: (values, context) => ({atOnce: noneReady('start', values, context)}),
	plan: (values, context) => powerPlan('start', values, context),
});

export const stop = action({
	id: 'stop',
	target: 'servers',
	verb: messages.stop.verb,
	command: {words: ['stop'], description: messages.stop.description},
	permission: 'MANAGE_SERVERS',
	operation: 'force-stop',
	title: titleOf(messages.stop),
	fields: {delay: delayField, message: messageField, force: forceField, ...rollingFields},
	between: values => ({message: silentMessage(values)}),
	problems: (values, context) => {
		if (isRolling(values)) return {delay: noneReady('stop', values, context)};
		const {server, checksStates} = context;
		const never = impossible(values.force ? 'force-stop' : 'stop', server);
		if (never !== undefined) return {force: never};
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
	title: titleOf(messages.restart),
	fields: {delay: delayField, message: messageField, ...rollingFields},
	between: values => ({message: silentMessage(values)}),
	problems: (values, context) => ({delay: noneReady('restart', values, context)}),
	plan: (values, context) => powerPlan('restart', values, context),
});
