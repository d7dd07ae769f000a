import {printableLine} from '../lib/text.ts';

/** Where the service tells of an answer without its command. */
export const noCommand = '(command not given)';

/** A command as it is shown and compared: services may take away the blanks around it, or leave it out. */
export const commandText = (command: string): string => printableLine(command).trim() || noCommand;

/** What an awaited answer says that it belongs to; undefined or empty where the service does not say it. */
type Named = {serverId?: string | undefined; command: {command: string}};

/**
The server and the command that an answer names, as far as they are not those that were asked; undefined where it is the
answer. Services may write the same with other blanks, and ids with other capitals.
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

/** Whether two texts are different commands. One that the service left out, or wrote with other blanks, may be the same. */
export const isOtherCommand = (one: string, other: string): boolean =>
	one !== other &&
	[one, other].every(text => commandText(text) !== noCommand) &&
	plainCommand(one) !== plainCommand(other);

/** The text without the blanks in which services may differ. */
export const plainCommand = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
