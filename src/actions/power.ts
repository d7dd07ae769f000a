import type {GameServer} from '../contract/models/server.ts';
import {plural} from '../lib/plural.ts';
import {action} from './action.ts';
import type {Plan, PowerVerb} from './plan.ts';
import type {ActionInput} from './activity.ts';
import type {ActionContext} from './context.ts';
import {line, minutes, yesNo} from './fields.ts';
import type {Field} from './field.ts';
import {serverWords} from './command-line.ts';
import {messagePreview} from './message-preview.ts';
import {operationBlocked, phaseOf} from './preconditions.ts';
import {request, type ActionRequest} from './request.ts';
import {mayHavePlayers, playersOn, playersText, powerRisk} from './risk.ts';
import {nameOf} from './names.ts';
import {key, message} from '../messages/text.ts';

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
	...minutes('Delay', 'minutes; empty means now'),
	sentAs: ['delayMinutes'],
	position: {option: '--delay <minutes>', help: 'whole minutes from now, from 1 to 10080 (a week)'},
};
export const messageField: Field<string | undefined> = {
	...line('Message', 'said to the players before a delayed act; {minutes} becomes the minutes left'),
	sentAs: ['delayedStopMessage', 'delayedRestartMessage'],
	position: {option: '--message <text>', help: 'what the players read meanwhile; needs a delay'},
	offers: ({settings}) => settings.messages,
};
export const forceField: Field<boolean> = {
	...yesNo('Force', 'kills the process; unsaved progress is lost', 'no, gracefully', 'yes, kill it'),
	position: {option: '--force', help: 'kill the process: what was not saved is lost'},
};

/** Nobody would hear a message without a delay. */
export const silentMessage = ({delay, message: text}: PowerValues): string | undefined =>
	text === undefined || delay !== undefined
		? undefined
		: 'Without a delay nobody would hear it. Type a delay, or leave the message empty.';

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

const nouns: Record<PowerVerb, string> = {start: 'Start', stop: 'Stop', restart: 'Restart'};

/** `Forced stop`. */
export const powerNoun = (verb: PowerVerb, {force = false}: PowerValues): string =>
	force ? 'Forced stop' : nouns[verb];

/** What the players see of it, in sentences. */
function effectOf(verb: PowerVerb, values: PowerValues, {servers, now}: ActionContext): Plan['effect'] {
	if (verb === 'start') return ['The node starts it; it is online when its game answers.'];
	const noun = powerNoun(verb, values).toLowerCase();
	const kills = values.force ? ['The process is killed: what was not saved is lost.'] : [];
	if (values.delay === undefined) {
		const players = playersOn(servers);
		const who = !mayHavePlayers(servers)
			? 'Nobody is online.'
			: players === 0
				? 'Whoever is online will be thrown out: how many they are is not known.'
				: `${players} online will be thrown out.`;
		return [`The ${noun} begins at once. ${who}`, 'Once sent it cannot be taken back.', ...kills];
	}
	const at = new Date(now + values.delay * 60_000).toISOString().slice(11, 16);
	return [
		`The node begins the ${noun} in ${values.delay} min, at about ${at}Z.`,
		values.message === undefined
			? 'The players are told nothing unless the node has a message of its own.'
			: 'The players are told.',
		message`Once sent, ${key('view.undo')} can cancel it only where the service offers its tasks.`,
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
	const who = servers.length === 1 ? servers.map(nameOf).join() : plural(servers.length, 'server');
	if (verb === 'start') return `Start ${who}`;
	const about = `${playersText(servers)}${notOnline(servers)}`;
	return `${force ? 'Kill' : nouns[verb]} ${who} (${about}), ${delay === undefined ? 'now' : `in ${delay} min`}`;
}

function notOnline(servers: readonly GameServer[]): string {
	const others = servers.flatMap(server =>
		server.state === undefined || phaseOf(server.state) === 'online'
			? []
			: `${nameOf(server)} is ${server.state}`,
	);
	if (others.length > 3) return `; ${others.length} are not online`;
	return others.map(text => `; ${text}`).join('');
}

function powerPlan(verb: PowerVerb, values: PowerValues, context: ActionContext) {
	const {server, known, now} = context;
	// A server that is not there any more: the request says what is wrong with it.
	const servers = context.servers.length === 0 ? [server] : context.servers;
	return {
		requests: servers.map(({id}) => powerRequest(verb, id, values)),
		targets: serverWords(
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
	verb: 'Start',
	command: {words: ['start'], description: 'Start servers', isHarmless: true},
	permission: 'MANAGE_SERVERS',
	operation: 'start',
	title: ({server}) => `Start ${nameOf(server)}`,
	fields: {},
	plan: (values, context) => powerPlan('start', values, context),
});

export const stop = action({
	id: 'stop',
	target: 'servers',
	verb: 'Stop',
	command: {words: ['stop'], description: 'Stop servers, now or after a delay'},
	permission: 'MANAGE_SERVERS',
	operation: 'force-stop',
	title: ({server}) => `Stop ${nameOf(server)}`,
	fields: {delay: delayField, message: messageField, force: forceField},
	between: values => ({message: silentMessage(values)}),
	problems: (values, {server, checksStates}) => {
		const blocked = values.force || !checksStates ? undefined : operationBlocked('stop', server);
		return {force: blocked === undefined ? undefined : message`${blocked} Choose yes to kill it.`};
	},
	plan: (values, context) => powerPlan('stop', values, context),
});

export const restart = action({
	id: 'restart',
	target: 'servers',
	verb: 'Restart',
	command: {words: ['restart'], description: 'Restart servers, now or after a delay'},
	permission: 'MANAGE_SERVERS',
	operation: 'restart',
	title: ({server}) => `Restart ${nameOf(server)}`,
	fields: {delay: delayField, message: messageField},
	between: values => ({message: silentMessage(values)}),
	plan: (values, context) => powerPlan('restart', values, context),
});
