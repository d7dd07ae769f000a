import {mayHavePlayers, playersOn, powerFriction} from '../friction.ts';
import {nameOf} from '../list/order.ts';
import {operationBlocked} from '../rules.ts';
import {line, minutes, yesNo} from './fields.ts';
import {form, type About, type Field, type Plan} from './form.ts';
import {messagePreview} from './players-hear.ts';
import {powerInput, powerRequest, powerWords} from './power-request.ts';
import {commandLine, serverWords} from './same-as.ts';
import {type Message, key, message} from '../../messages/text.ts';

export const delayField = {...minutes('Delay', 'minutes; empty means now'), sentAs: ['delayMinutes']};
export const messageField: Field<string | undefined> = {
	...line('Message', 'said to the players before a delayed act; {minutes} becomes the minutes left'),
	sentAs: ['delayedStopMessage', 'delayedRestartMessage'],
	offers: ({settings}) => settings.messages,
};

export const forceField = yesNo(
	'Force',
	'kills the process; unsaved progress is lost',
	'no, gracefully',
	'yes, kill it',
);

/** Nobody would hear a message without a delay. */
export function silent(delayMinutes: number | undefined, text: string | undefined): {message?: string} {
	if (text === undefined || delayMinutes !== undefined) return {};
	return {message: 'Without a delay nobody would hear it. Type a delay, or leave the message empty.'};
}

/** What the players see of it, in sentences. */
function effectOf(
	verb: 'stop' | 'restart' | 'forced stop',
	{server, now}: About,
	delayMinutes: number | undefined,
	text: string | undefined,
): Message[] {
	const players = playersOn([server]);
	if (delayMinutes === undefined) {
		const who = !mayHavePlayers([server])
			? 'Nobody is online.'
			: players === 0
				? 'Whoever is online will be thrown out: how many they are is not known.'
				: `${players} online will be thrown out.`;
		return [`The ${verb} begins at once. ${who}`, 'Once sent it cannot be taken back.'];
	}
	const at = new Date(now + delayMinutes * 60_000).toISOString().slice(11, 16);
	return [
		`The node begins the ${verb} in ${delayMinutes} min, at about ${at}Z.`,
		text === undefined
			? 'The players are told nothing unless the node has a message of its own.'
			: 'The players are told.',
		message`Once sent, ${key('view.undo')} can cancel it only where the service offers its tasks.`,
	];
}

/** Rows, expectations and schedule that stop and restart share. */
function timed(
	act: 'stop' | 'restart',
	{delay, message: text}: {delay: number | undefined; message: string | undefined},
	now: number,
): Pick<Plan, 'more' | 'expects' | 'schedules'> {
	if (delay === undefined) return {expects: {state: 'STOPPING', withinMs: 60_000}};
	return {
		...(text !== undefined && {more: messagePreview(text, delay)}),
		schedules: {act, at: now + delay * 60_000},
	};
}

export const startForm = form({
	id: 'start',
	verb: 'Start',
	operation: 'start',
	title: ({server}) => `Start ${nameOf(server)}`,
	fields: {},
	plan: (_, {server, state, settings}) => ({
		requests: [powerRequest('start', server.id, {}).plain()],
		effect: ['The node starts it; it is online when its game answers.'],
		sameAs: commandLine(settings, ['start', '--yes', ...serverWords(state, [server.id])]),
		friction: powerFriction('start', [server], {}),
		expects: {state: 'INITIALIZING', withinMs: 60_000},
		send: powerRequest('start', server.id, {}).send,
		action: {action: 'start', input: {}},
	}),
});

export const stopForm = form({
	id: 'stop',
	verb: 'Stop',
	operation: 'force-stop',
	title: ({server}) => `Stop ${nameOf(server)}`,
	fields: {
		delay: delayField,
		message: messageField,
		force: forceField,
	},
	problems: (values, {server}) => {
		const blocked = values.force ? undefined : operationBlocked('stop', server);
		return {
			...silent(values.delay, values.message),
			...(blocked !== undefined && {force: message`${blocked} Choose yes to kill it.`}),
		};
	},
	plan: (values, about) => {
		const {server, now, state, settings} = about;
		const request = powerRequest('stop', server.id, values);
		return {
			requests: [request.plain()],
			effect: [
				...effectOf(values.force ? 'forced stop' : 'stop', about, values.delay, values.message),
				...(values.force ? ['The process is killed: what was not saved is lost.'] : []),
			],
			sameAs: commandLine(settings, [
				'stop',
				...powerWords(values),
				'--yes',
				...serverWords(state, [server.id]),
			]),
			friction: powerFriction('stop', [server], values),
			...timed('stop', values, now),
			send: request.send,
			action: {action: 'stop', input: powerInput(values)},
		};
	},
});

export const restartForm = form({
	id: 'restart',
	verb: 'Restart',
	operation: 'restart',
	title: ({server}) => `Restart ${nameOf(server)}`,
	fields: {delay: delayField, message: messageField},
	problems: values => silent(values.delay, values.message),
	plan: (values, about) => {
		const {server, now, state, settings} = about;
		const request = powerRequest('restart', server.id, values);
		return {
			requests: [request.plain()],
			effect: effectOf('restart', about, values.delay, values.message),
			sameAs: commandLine(settings, [
				'restart',
				...powerWords(values),
				'--yes',
				...serverWords(state, [server.id]),
			]),
			friction: powerFriction('restart', [server], values),
			...timed('restart', values, now),
			send: request.send,
			action: {action: 'restart', input: powerInput(values)},
		};
	},
});
