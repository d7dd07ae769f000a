import {printableLine} from '../lib/text/text.ts';

/** Shown when the service reports a response without its command. */
export const noCommand = '(command not given)';

/** Returns a command as it is shown and compared. Services may strip the whitespace around it or omit it. */
export const commandText = (command: string): string => printableLine(command).trim() || noCommand;

/** The server and command that an awaited response names; undefined or empty if the service does not name them. */
type Named = {serverId?: string | undefined; command: {command: string}};

/**
Returns the server and the command that an answer names, as far as they are others than those of the request, or undefined
if they match. Services may change the spelling of either, and name a server by an id of their own.
*/
export function strayNames(
	asked: {serverId: string; command: string},
	answer: Named,
): {serverId?: string; command?: string} | undefined {
	const {serverId = '', command} = answer;
	const isOther = isOtherEcho(command.command, asked.command);
	const names = {
		...(isOtherId(serverId, asked.serverId) &&
			(isOther || isSameScheme(serverId, asked.serverId)) && {serverId}),
		...(isOther && {command: command.command}),
	};
	return Object.keys(names).length === 0 ? undefined : names;
}

/** Returns true if two ids differ in more than case and whitespace around them. A missing one may be any. */
export function isOtherId(said: string | undefined, meant: string): boolean {
	const plain = (id: string) => id.trim().toLowerCase();
	return said !== undefined && plain(said) !== '' && plain(said) !== plain(meant);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Ids of this length and more are random: in two of one kind, letters and digits may be anywhere. */
const randomLength = 12;

/** Returns true if two ids look alike, as two servers of one service do. One of its internal ids looks different. */
function isSameScheme(one: string, other: string): boolean {
	const [a, b] = [one.trim(), other.trim()];
	if (uuid.test(a) || uuid.test(b)) return uuid.test(a) && uuid.test(b);
	const pattern = (id: string) => id.replaceAll(/[a-z]+/gi, 'a').replaceAll(/\d+/g, '0');
	return pattern(a) === pattern(b) || (a.length === b.length && a.length >= randomLength);
}

/** Returns true if a service echoes a command that cannot be the one it was asked to run. */
function isOtherEcho(said: string, asked: string): boolean {
	if (!isOtherCommand(said, asked) || isInternalId(said)) return false;
	const [echo, meant] = [plainCommand(said), plainCommand(asked)];
	const isPrefixed = echo.endsWith(` ${meant}`);
	const isCut = /(?:\.\.\.|\u2026)$/.test(echo) && meant.startsWith(echo.replace(/[.\u2026]+$/, ''));
	return !isPrefixed && !isCut;
}

/** `4711`, a UUID or hexadecimal digits: the service's own name of the command. No game has such a command. */
const isInternalId = (echo: string): boolean => {
	const text = echo.trim();
	return uuid.test(text) || /^\d+$/.test(text) || /^(?=.*\d)[\da-f]{12,}$/i.test(text);
};

/** Returns true if two texts are one command, perhaps in another spelling. */
export const isSameCommand = (one: string, other: string): boolean =>
	one === other || (plainCommand(one) !== '' && plainCommand(one) === plainCommand(other));

/** Returns true if two texts are different commands. Empty text and text in other spelling may be the same one. */
export const isOtherCommand = (one: string, other: string): boolean =>
	one !== other &&
	[one, other].every(text => commandText(text) !== noCommand && plainCommand(text) !== '') &&
	plainCommand(one) !== plainCommand(other);

/** Normalizes the parts of a command that services change: whitespace, case, a slash before it, and quotes. */
export const plainCommand = (text: string): string =>
	text
		.replaceAll(/[\\"'`\u201c\u201d\u2018\u2019]/g, '')
		.trim()
		.replace(/^\/+ */, '')
		.replaceAll(/\s+/g, ' ')
		.toLowerCase();
