import {printableLine} from '../../lib/text/text.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {notAccepted} from './refusal.ts';

/*
Limits of text fields. The specification says that names, commands and directories can be refused, but not by which
limits; these are our own.
*/

export function validateName({limits}: ServiceContext, name: string): string {
	const trimmed = name.trim();
	if (trimmed.length > limits.maxNameLength)
		throw notAccepted(requestCheckMessages.longName(limits.maxNameLength));
	if (printableLine(trimmed) !== trimmed) throw notAccepted(requestCheckMessages.controlCharacters);
	return trimmed;
}

export function validateCommand({limits}: ServiceContext, command: string): string {
	if (command.length > limits.maxCommandLength)
		throw notAccepted(requestCheckMessages.longCommand(limits.maxCommandLength));
	if (/[\0\r\n]/.test(command)) throw notAccepted(requestCheckMessages.severalLines);
	return command;
}

export function validateMessage({limits}: ServiceContext, message: string | undefined): string {
	if (message !== undefined && message.length > limits.maxMessageLength)
		throw notAccepted(requestCheckMessages.longMessage(limits.maxMessageLength));
	return message?.trim() ?? '';
}

/** Limits the size of merged settings: each change is small, but they add up. */
export function validateSettings<Settings extends object>(
	{limits}: Pick<ServiceContext, 'limits'>,
	settings: Settings,
): Settings {
	if (JSON.stringify(settings).length > limits.maxBodyBytes)
		throw notAccepted(requestCheckMessages.longSettings(limits.maxBodyBytes));
	return settings;
}

export function validateDelay({limits}: ServiceContext, delayMinutes: number | undefined): number {
	if (delayMinutes !== undefined && delayMinutes > limits.maxDelayMinutes)
		throw notAccepted(requestCheckMessages.longDelay(limits.maxDelayMinutes));
	return delayMinutes ?? 0;
}

export function validateTimeout({limits}: ServiceContext, timeoutMs: number | undefined): number {
	if (timeoutMs !== undefined && timeoutMs > limits.maxTimeoutMs)
		throw notAccepted(requestCheckMessages.longTimeout(limits.maxTimeoutMs));
	return timeoutMs ?? limits.defaultTimeoutMs;
}

/** Returns true for an absolute path of Windows or POSIX, because nodes may run on either. */
export function isDirectory(path: string): boolean {
	if (path.length > 1024 || /\p{Cc}/u.test(path)) return false;
	if (/^[a-z]:[\\/]/i.test(path)) return !/[<>"|?*]/.test(path.slice(3)) && !path.slice(2).includes(':');
	return /^\/|^\\\\[^\\]+\\[^\\]+/.test(path);
}
