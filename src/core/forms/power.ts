import {endpoints} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {requestOf} from '../../contract/request.ts';
import {operationBlocked} from '../rules.ts';
import {line, minutes, yesNo} from './fields.ts';
import {form} from './form.ts';

const nameOf = (server: GameServer) => server.displayName ?? server.id;
const playersOf = (server: GameServer) => Math.max(0, server.onlinePlayers ?? 0);

const delay = minutes('Delay', 'minutes; empty means now');
const message = line('Message', 'said to the players before a delayed act');

/** Nobody would hear a message without a delay. */
function silent(delayMinutes: number | undefined, text: string | undefined): {message?: string} {
	if (text === undefined || delayMinutes !== undefined) return {};
	return {message: 'Without a delay nobody would hear it. Type a delay, or leave the message empty.'};
}

/** What the players see of it, in sentences. */
function effectOf(
	verb: 'stop' | 'restart' | 'forced stop',
	server: GameServer,
	delayMinutes: number | undefined,
	text: string | undefined,
	now: number,
): string[] {
	const players = playersOf(server);
	if (delayMinutes === undefined) {
		const who = players === 0 ? 'Nobody is online.' : `${players} online will be thrown out.`;
		return [`The ${verb} begins at once. ${who}`, 'Once sent it cannot be taken back.'];
	}
	const at = new Date(now + delayMinutes * 60_000).toISOString().slice(11, 16);
	return [
		`The node begins the ${verb} in ${delayMinutes} min, at about ${at}Z.`,
		text === undefined
			? 'The players are told nothing unless the node has a message of its own.'
			: 'The players are told.',
	];
}

export const startForm = form({
	id: 'start',
	verb: 'Start',
	operation: 'start',
	title: server => `Start ${nameOf(server)}`,
	fields: {},
	plan: server => ({
		request: requestOf(endpoints.startServer, {serverId: server.id}),
		effect: ['The node starts it; it is online when its game answers.'],
		needsName: false,
		expects: {state: 'INITIALIZING', withinMs: 60_000},
		send: api => api.startServer({serverId: server.id}),
		done: `Start of ${nameOf(server)} accepted.`,
	}),
});

export const stopForm = form({
	id: 'stop',
	verb: 'Stop',
	operation: 'force-stop',
	title: server => `Stop ${nameOf(server)}`,
	fields: {
		delay,
		message,
		force: yesNo('Force', 'kills the process; unsaved progress is lost', 'no, gracefully', 'yes, kill it'),
	},
	problems: (values, server) => {
		const blocked = values.force ? undefined : operationBlocked('stop', server);
		return {
			...silent(values.delay, values.message),
			...(blocked !== undefined && {force: `${blocked} Choose yes to kill it.`}),
		};
	},
	plan: (server, values, now) => {
		const input = {
			serverId: server.id,
			...(values.force && {forceStop: true}),
			...(values.delay !== undefined && {delayMinutes: values.delay}),
			...(values.message !== undefined && {delayedStopMessage: values.message}),
		};
		const verb = values.force ? 'forced stop' : 'stop';
		const warned = values.delay !== undefined && values.message !== undefined;
		return {
			request: requestOf(endpoints.stopServer, input),
			effect: [
				...effectOf(verb, server, values.delay, values.message, now),
				...(values.force ? ['The process is killed: what was not saved is lost.'] : []),
			],
			needsName: values.force || (playersOf(server) > 0 && !warned),
			expects: values.delay === undefined ? {state: 'STOPPING', withinMs: 60_000} : undefined,
			send: api => api.stopServer(input),
			done:
				values.delay === undefined
					? `${values.force ? 'Forced stop' : 'Stop'} of ${nameOf(server)} accepted.`
					: `Stop of ${nameOf(server)} in ${values.delay} min accepted.`,
		};
	},
});

export const restartForm = form({
	id: 'restart',
	verb: 'Restart',
	operation: 'restart',
	title: server => `Restart ${nameOf(server)}`,
	fields: {delay, message},
	problems: values => silent(values.delay, values.message),
	plan: (server, values, now) => {
		const input = {
			serverId: server.id,
			...(values.delay !== undefined && {delayMinutes: values.delay}),
			...(values.message !== undefined && {delayedRestartMessage: values.message}),
		};
		const warned = values.delay !== undefined && values.message !== undefined;
		return {
			request: requestOf(endpoints.restartServer, input),
			effect: effectOf('restart', server, values.delay, values.message, now),
			needsName: playersOf(server) > 0 && !warned,
			expects: values.delay === undefined ? {state: 'STOPPING', withinMs: 60_000} : undefined,
			send: api => api.restartServer(input),
			done:
				values.delay === undefined
					? `Restart of ${nameOf(server)} accepted.`
					: `Restart of ${nameOf(server)} in ${values.delay} min accepted.`,
		};
	},
});
