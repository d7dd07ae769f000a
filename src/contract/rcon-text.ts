import {printableLine} from '../lib/text.ts';

/** Shown when the service reports a response without its command. */
export const noCommand = '(command not given)';

/** Returns a command as it is shown and compared. Services may strip the whitespace around it or omit it. */
export const commandText = (command: string): string => printableLine(command).trim() || noCommand;

/** The server and command that an awaited response names; undefined or empty if the service does not name them. */
type Named = {serverId?: string | undefined; command: {command: string}};

/**
Returns the server and the command that an answer names, as far as they differ from those of the request, or undefined
if they match. Services may change whitespace and the case of ids.
*/
export function strayNames(
	asked: {serverId: string; command: string},
	answer: Named,
): {serverId?: string; command?: string} | undefined {
	const {serverId = '', command} = answer;
	const isOther = (said: string, meant: string) =>
		plainCommand(said) !== '' && plainCommand(said) !== plainCommand(meant);
	const names = {
		...(isOther(serverId.toLowerCase(), asked.serverId.toLowerCase()) && {serverId}),
		...(isOther(command.command, asked.command) && {command: command.command}),
	};
	return Object.keys(names).length === 0 ? undefined : names;
}

/** Returns true if two texts are different commands. Empty text and text with other whitespace may be the same one. */
export const isOtherCommand = (one: string, other: string): boolean =>
	one !== other &&
	[one, other].every(text => commandText(text) !== noCommand) &&
	plainCommand(one) !== plainCommand(other);

/** Normalizes the whitespace of a command, in which services may differ. */
export const plainCommand = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
