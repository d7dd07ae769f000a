import {writeDuration} from '../lib/time/duration.ts';
import {rconCommandMessages as messages} from '../messages/rcon.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import type {Field} from './field.ts';
import {commandField, durationField, yesNoField} from './fields.ts';
import {nameOf} from './names.ts';
import {readRconLine, rconPermission} from './rcon-line.ts';
import {rconRequest} from './request.ts';

/** The maximum that the service accepts. (Specification: awaited RCON) */
const maxTimeoutMs = 25_000;
const defaultTimeoutMs = 5000;

const timeoutField: Field<number | undefined> = {
	...durationField(messages.timeout.label, messages.timeout.hint, {
		unit: 'ms',
		min: 1,
		max: maxTimeoutMs,
		empty: undefined,
	}),
	sentAs: ['timeoutMs'],
	position: {
		option: '--timeout <duration>',
		help: messages.timeout.help,
		default: writeDuration(defaultTimeoutMs),
	},
	write: (value, {settings}) => {
		const timeoutMs = value ?? settings.awaitMs;
		return timeoutMs === defaultTimeoutMs ? undefined : writeDuration(timeoutMs);
	},
};

/**
Sends a command to the servers' games. It has no dialog: the line is typed, and confirmed if it looks destructive.
*/
export const rcon = action({
	id: 'rcon',
	target: 'servers',
	permission: rconPermission,
	operation: 'rcon',
	title: ({servers}) => messages.title(servers.length, servers.map(nameOf).join()),
	fields: {
		command: commandField(messages.command),
		unawaited: {
			...yesNoField(messages.await.label, messages.await.hint, messages.await.yes, messages.await.no),
			position: {option: '--no-await', help: messages.await.help},
		},
		timeout: timeoutField,
	},
	problems: ({command}, {servers, settings}) => {
		const line = readRconLine(command, servers, settings);
		return {command: 'problem' in line ? line.problem : undefined};
	},
	plan: ({command: typed, unawaited, timeout}, {servers, known, settings}) => {
		const timeoutMs = unawaited ? undefined : (timeout ?? settings.awaitMs);
		const line = readRconLine(typed, servers, settings);
		const {text: command, confirmation} = 'problem' in line ? {text: typed, confirmation: undefined} : line;
		return {
			requests: servers.map(({id}) => rconRequest(id, command, timeoutMs)),
			targets: () =>
				serverWords(
					known.servers,
					servers.map(({id}) => id),
				),
			effect: [messages.seenByTeam],
			risk: confirmation?.risk ?? 'review',
			...(confirmation?.reason !== undefined && {warning: confirmation.reason}),
			summary: messages.summary(command, servers.length, servers.map(nameOf).join()),
			input: {command},
		};
	},
});
