import {isSame} from '../lib/same.ts';
import {momentOf} from './moments.ts';
import {ServerCommand} from './models/server.ts';

type Raw = {
	command: string;
	response?: string | null | undefined;
	commandId?: string | null | undefined;
	timestamp?: string | number | null | undefined;
	[name: string]: unknown;
};

/**
The stored commands of one server, with those of the poll before in place of equal ones; the very same list where
none has changed. Lists grow at one end and may lose at the other, so one shift lines them up.
*/
export function readCommands(raws: unknown[], before: ServerCommand[]): ServerCommand[] {
	const shift = shiftBetween(raws, before);
	const commands: ServerCommand[] = [];
	let isUnchanged = raws.length === before.length;
	for (let index = 0; index < raws.length; index++) {
		const raw = raws[index];
		const old = before[index + shift];
		if (old && isUsual(raw) && isEqual(raw, old)) {
			commands.push(old);
			if (shift !== 0) isUnchanged = false;
			continue;
		}
		isUnchanged = false;
		const command = readCommand(raw);
		if (command) commands.push(command);
	}
	return isUnchanged ? before : commands;
}

function readCommand(raw: unknown): ServerCommand | undefined {
	if (!isUsual(raw)) {
		const read = ServerCommand.safeParse(raw);
		return read.success ? read.data : undefined;
	}
	if (raw.response === null) raw.response = undefined;
	if (raw.commandId === null) raw.commandId = undefined;
	if ('timestamp' in raw) raw.timestamp = momentOf(raw.timestamp);
	return raw as ServerCommand; // what the schema makes of it
}

/** Index in `before` of what is first in `raws`, or the other way round as a negative number. */
function shiftBetween(raws: unknown[], before: readonly ServerCommand[]): number {
	const [first] = raws;
	const [oldFirst] = before;
	if (!oldFirst || !isUsual(first) || isEqual(first, oldFirst)) return 0;
	const lost = before.findIndex(old => isEqual(first, old));
	if (lost > 0) return lost;
	const gained = raws.findIndex(raw => isUsual(raw) && isEqual(raw, oldFirst));
	return gained > 0 ? -gained : 0;
}

function isUsual(value: unknown): value is Raw {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const {command, response, commandId, timestamp} = value as Raw; // checked below
	return (
		typeof command === 'string' &&
		(typeof response === 'string' || response === null || response === undefined) &&
		(typeof commandId === 'string' || commandId === null || commandId === undefined) &&
		(typeof timestamp === 'string' ||
			timestamp === null ||
			timestamp === undefined ||
			Number.isFinite(timestamp)) &&
		!Object.hasOwn(value, '__proto__')
	);
}

function isEqual(raw: Raw, old: ServerCommand): boolean {
	return (
		(raw.commandId ?? undefined) === old.commandId &&
		raw.command === old.command &&
		(raw.response ?? undefined) === old.response &&
		momentOf(raw.timestamp) === old.timestamp &&
		haveSameRest(raw, old)
	);
}

const read = new Set(['command', 'response', 'commandId', 'timestamp']);

/** The same names, and the same values in those that the contract does not know. */
function haveSameRest(raw: Raw, old: ServerCommand): boolean {
	let count = 0;
	for (const name in raw) {
		count++;
		if (!(name in old)) return false;
		if (!read.has(name) && !isSame(raw[name], old[name])) return false;
	}
	for (const _name in old) count--;
	return count === 0;
}
