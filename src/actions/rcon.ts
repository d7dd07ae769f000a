import {rconCommandMessages as messages} from '../messages/cli-rcon.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import {FieldProblem, type Field} from './field.ts';
import {yesNoField} from './fields.ts';
import {nameOf} from './names.ts';
import {confirmationFor, rconPermission} from './rcon-line.ts';
import {rconRequest} from './request.ts';

const commandField: Field<string> = {
	kind: 'line',
	label: messages.command.label,
	hint: messages.command.hint,
	position: {rest: 'COMMAND', help: messages.command.help},
	read: text => {
		if (text.trim() === '') throw new FieldProblem(messages.command.missing);
		return text;
	},
};

/** The service takes no longer ones. (Specification: awaited RCON) */
const maxTimeoutMs = 25_000;
const defaultTimeoutMs = '5000';

const timeoutField: Field<number | undefined> = {
	kind: 'line',
	label: messages.timeout.label,
	hint: messages.timeout.hint,
	sentAs: ['timeoutMs'],
	position: {option: '--timeout <ms>', help: messages.timeout.help, default: defaultTimeoutMs},
	read: text => {
		if (text.trim() === '') return undefined;
		const timeoutMs = Number(text);
		if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return timeoutMs;
		throw new FieldProblem(messages.timeout.wrong(maxTimeoutMs));
	},
	write: (value, {settings}) => {
		const text = String(value ?? settings.awaitMs);
		return text === defaultTimeoutMs ? undefined : text;
	},
};

/** A command for the games of servers. It has no dialog: a line is typed, and confirmed where it looks destructive. */
export const rcon = action({
	id: 'rcon',
	target: 'servers',
	verb: messages.verb,
	command: {words: ['rcon'], description: messages.description},
	permission: rconPermission,
	operation: 'rcon',
	title: ({servers}) => messages.title(servers.length, servers.map(nameOf).join()),
	fields: {
		command: commandField,
		unawaited: {
			...yesNoField(messages.await.label, messages.await.hint, messages.await.yes, messages.await.no),
			position: {option: '--no-await', help: messages.await.help},
		},
		timeout: timeoutField,
	},
	plan: ({command, unawaited, timeout}, {servers, known, settings}) => {
		const timeoutMs = unawaited ? undefined : (timeout ?? settings.awaitMs);
		const confirmation = confirmationFor([command], servers, settings);
		return {
			requests: servers.map(({id}) => rconRequest(id, command, timeoutMs)),
			targets: () =>
				serverWords(
					known.servers,
					servers.map(({id}) => id),
				),
			effect: [messages.seenByTeam],
			risk: confirmation?.risk ?? 'review',
			...(confirmation && {warning: confirmation.reason}),
			summary: messages.summary(command, servers.length, servers.map(nameOf).join()),
			input: {command},
		};
	},
});
