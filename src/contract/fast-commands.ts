import {deepEqual} from '../lib/deep-equal.ts';
import {idOf, isFields, type Fields} from './wire-values.ts';
import {recordsIn} from './models/envelope.ts';
import type {ServerCommand} from './models/server.ts';
import {readStoredCommand} from './shapes/server.ts';
import {readResponse} from './models/response-text.ts';
import {readMoment} from './moments.ts';

/**
Reads the stored commands of one server. Commands that equal those of the previous poll are replaced by the earlier
objects, and an unchanged list by the earlier list. Lists grow at one end and may shrink at the other: one shift aligns
them.
*/
export function readCommands(value: unknown, before: ServerCommand[]): ServerCommand[] {
	const commands: ServerCommand[] = [];
	for (const raw of recordsIn(value) ?? []) {
		const command = readCommand(raw);
		if (command) commands.push(command);
	}
	const shift = shiftBetween(commands, before);
	let isUnchanged = commands.length === before.length && shift === 0;
	for (let index = 0; index < commands.length; index++) {
		const command = commands[index];
		const old = before[index + shift];
		if (command && old && isEqual(command, old)) commands[index] = old;
		else isUnchanged = false;
	}
	return isUnchanged ? before : commands;
}

/** Reads a command in place, with the same result as the schema. */
export function readCommand(raw: unknown): ServerCommand | undefined {
	if (!isUsual(raw)) return readStoredCommand(raw);
	if (typeof raw['response'] !== 'string' && 'response' in raw)
		raw['response'] = readResponse(raw['response']);
	if (typeof raw['commandId'] !== 'string' && 'commandId' in raw) raw['commandId'] = idOf(raw['commandId']);
	if ('timestamp' in raw) raw['timestamp'] = readMoment(raw['timestamp']);
	return raw as Fields as ServerCommand;
}

/** Returns true if the command has its text, so the other fields can be read in place. */
const isUsual = (value: unknown): value is Fields =>
	isFields(value) &&
	typeof value['command'] === 'string' &&
	value['command'] !== '' &&
	(typeof value['commandId'] !== 'string' || idOf(value['commandId']) !== undefined) &&
	!Object.hasOwn(value, '__proto__');

/** Returns the index of the first command in `before`, or, negative, of the first earlier command in `commands`. */
function shiftBetween(commands: readonly ServerCommand[], before: readonly ServerCommand[]): number {
	// Usually both are empty, and destructuring a list costs V8 an iterator.
	const first = commands[0];
	const oldFirst = before[0];
	if (!oldFirst || !first || isEqual(first, oldFirst)) return 0;
	const lost = before.findIndex(old => isEqual(first, old));
	if (lost > 0) return lost;
	const gained = commands.findIndex(command => isEqual(command, oldFirst));
	return gained > 0 ? -gained : 0;
}

const isEqual = (one: ServerCommand, other: ServerCommand): boolean =>
	one.commandId === other.commandId &&
	one.timestamp === other.timestamp &&
	one.command === other.command &&
	one.response === other.response &&
	haveSameRest(one, other);

const read = new Set(['command', 'response', 'commandId', 'timestamp']);

/** Returns true if both have the same field names, and equal values in fields that the contract does not know. */
function haveSameRest(one: ServerCommand, other: ServerCommand): boolean {
	let count = 0;
	for (const name in one) {
		count++;
		if (!(name in other)) return false;
		if (!read.has(name) && !deepEqual(one[name], other[name])) return false;
	}
	for (const _name in other) count--;
	return count === 0;
}
