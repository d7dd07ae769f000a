import {action, type DeclaredPlan, type Problem} from './action.ts';
import type {DelayedVerb, PowerVerb} from '../contract/power.ts';
import type {Plan} from './plan.ts';
import type {ActionContext} from './context.ts';
import {serverWords} from './command-line.ts';
import {messagePreview} from './message-preview.ts';
import {impossible, isOfOwnService, operationBlocked} from './preconditions.ts';
import {
	delayField,
	forceField,
	messageField,
	powerGoals,
	powerInput,
	powerRequest,
	powerSummary,
	silentMessage,
	type PowerValues,
} from './power-values.ts';
import {scheduleConflict} from './pending.ts';
import {mayHavePlayers, playersOn, playersText, powerRisk} from './risk.ts';
import {isRolling, noneReady, rollingFields, rollingPlan, type MaybeRolling} from './rolling.ts';
import {nameOf} from './names.ts';
import {whenText} from '../lib/time/ago.ts';
import {powerMessages as messages, rollingMessages} from '../messages/power.ts';
import {serverMessages} from '../messages/server-list.ts';
import type {Message} from '../messages/text.ts';

/** Describes the effect on players, in sentences. */
function effectOf(
	verb: PowerVerb,
	values: PowerValues,
	{servers, now, isUtc}: ActionContext,
): Plan['effect'] {
	if (verb === 'start') return [messages.startEffect];
	const {force = false} = values;
	const kills = force ? [messages.killed] : [];
	if (values.delay === undefined) {
		const players = playersOn(servers);
		const who = !mayHavePlayers(servers)
			? serverMessages.nobodyOnline
			: players === 0
				? messages.playersNotCounted
				: messages.playersDisconnected(playersText(servers));
		return [messages.startsNow(verb, force, who), messages.cannotBeUndone, ...kills];
	}
	const at = whenText(now + values.delay * 60_000, now, isUtc);
	return [
		messages.startsLater(verb, force, values.delay, at),
		values.message === undefined ? messages.playersNotNotified : messages.playersNotified,
		messages.mayBeCanceled,
		...kills,
	];
}

/** Returns the effect: a new state at once, or a scheduled action. */
function followUpOf(
	verb: PowerVerb,
	{delay, message: text}: PowerValues,
	{now, servers}: ActionContext,
): Pick<Plan, 'rows' | 'expects' | 'schedules'> {
	if (verb === 'start' || delay === undefined) return {expects: powerGoals[verb].expects};
	const replaces = servers.every(isOfOwnService);
	return {
		...(text !== undefined && {rows: messagePreview(text, delay, replaces)}),
		schedules: {action: verb, at: now + delay * 60_000},
	};
}

function powerPlan(
	verb: PowerVerb,
	values: PowerValues & MaybeRolling,
	context: ActionContext,
): DeclaredPlan {
	if (isRolling(values)) return rollingPlan(verb, values, context);
	const {server, known} = context;
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
		...followUpOf(verb, values, context),
		input: powerInput(values),
	};
}

/** Returns the title, with the count for several servers. */
const titleOf =
	(verb: PowerVerb) =>
	({server, servers}: ActionContext) =>
		servers.length > 1 ? rollingMessages.title(verb, servers.length) : messages.title(verb, nameOf(server));

export const start = action({
	id: 'start',
	target: 'servers',
	command: {isHarmless: true},
	permission: 'MANAGE_SERVERS',
	operation: 'start',
	title: titleOf('start'),
	fields: rollingFields,
	problems: (values, context) => ({atOnce: noneReady('start', values, context)}),
	plan: (values, context) => powerPlan('start', values, context),
});

const stopFields = {
	delay: delayField,
	message: messageField,
	force: forceField,
	...rollingFields,
	atOnce: {...rollingFields.atOnce, ...rollingMessages.atOnce.delayable},
};

/** Returns the problems of a stop or restart, gracefully or by force. */
function stopProblems(
	verb: DelayedVerb,
	values: PowerValues & MaybeRolling,
	context: ActionContext,
): {delay?: string | undefined; force?: Message | undefined; ''?: Problem | undefined} {
	const {server, servers, checksStates} = context;
	const canForce = verb === 'stop' || servers.every(isOfOwnService);
	if (values.force && !canForce) return {force: messages.cannotForceRestart};
	if (isRolling(values)) return {delay: noneReady(verb, values, context)};
	const never = impossible(values.force ? `force-${verb}` : verb, server);
	if (never !== undefined) return {force: never};
	const blocked = values.force || !checksStates ? undefined : operationBlocked(verb, server);
	if (blocked !== undefined) return {force: canForce ? messages.forceInstead(blocked) : blocked};
	const targets = servers.length === 0 ? [server] : servers;
	const conflicts = targets.map(one => scheduleConflict(verb, values.delay, one, context));
	return {'': conflicts.find(conflict => conflict !== undefined)};
}

const delayedAction = <Verb extends DelayedVerb>(verb: Verb) =>
	action({
		id: verb,
		target: 'servers',
		permission: 'MANAGE_SERVERS',
		operation: `force-${verb}`,
		title: titleOf(verb),
		fields: stopFields,
		between: values => ({message: silentMessage(values)}),
		problems: (values, context) => stopProblems(verb, values, context),
		plan: (values, context) => powerPlan(verb, values, context),
	});

export const stop = delayedAction('stop');
export const restart = delayedAction('restart');

export const powerActions = [start, stop, restart] as const;
