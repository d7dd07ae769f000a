import type {ServiceContext} from './context.ts';
import {Refusal} from './refusal.ts';

/*
What the service asks of texts beyond their kind. The specification says that names, commands and directories can be
refused, not by which measure; the measures are ours.
*/

export function checkedName({limits}: ServiceContext, name: string): string {
	const trimmed = name.trim();
	if (trimmed.length > limits.maxNameLength)
		throw invalid(`a name has at most ${limits.maxNameLength} characters`);
	if (/\p{Cc}/u.test(trimmed)) throw invalid('a name has no control characters');
	return trimmed;
}

export function checkedCommand({limits}: ServiceContext, command: string): string {
	if (command.length > limits.maxCommandLength)
		throw invalid(`a command has at most ${limits.maxCommandLength} characters`);
	if (/[\0\r\n]/.test(command)) throw invalid('a command is one line');
	return command;
}

export function checkedMessage({limits}: ServiceContext, message: string | undefined): string {
	if (message !== undefined && message.length > limits.maxMessageLength)
		throw invalid(`a message has at most ${limits.maxMessageLength} characters`);
	return message?.trim() ?? '';
}

export function checkedDelay({limits}: ServiceContext, delayMinutes: number | undefined): number {
	if (delayMinutes !== undefined && delayMinutes > limits.maxDelayMinutes)
		throw invalid(`a delay is at most ${limits.maxDelayMinutes} minutes`);
	return delayMinutes ?? 0;
}

export function checkedTimeout({limits}: ServiceContext, timeoutMs: number | undefined): number {
	if (timeoutMs !== undefined && timeoutMs > limits.maxTimeoutMs)
		throw invalid(`timeoutMs is at most ${limits.maxTimeoutMs}`);
	return timeoutMs ?? limits.defaultTimeoutMs;
}

/** A full path, of Windows or of POSIX: nodes may be either. */
export function isDirectory(path: string): boolean {
	if (path.length > 1024 || /\p{Cc}/u.test(path)) return false;
	if (/^[a-z]:[\\/]/i.test(path)) return !/[<>"|?*]/.test(path.slice(3)) && !path.slice(2).includes(':');
	return /^\/|^\\\\[^\\]+\\[^\\]+/.test(path);
}

function invalid(what: string): Refusal {
	return new Refusal('validation.failed', `The request was not accepted: ${what}.`);
}
