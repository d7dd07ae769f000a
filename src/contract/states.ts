import {textOf} from './wire-values.ts';

/**
States of servers, nodes, tasks and runs that are known. (Specification: States and transitions; the others as the
public node agent and documentation have them)
*/
const known: ReadonlySet<string> = new Set([
	'ONLINE',
	'RUNNING',
	'OFFLINE',
	'STOPPED',
	'INITIALIZING',
	'STOPPING',
	'RESTARTING',
	'CREATING',
	'DELETING',
	'UNKNOWN',
	// Of nodes besides, and of tasks and runs.
	'CREATION',
	'QUEUED',
	'PENDING',
	'SUCCEEDED',
	'FAILED',
	'CANCELED',
	'TIMEOUTED',
]);

/** A state of the wire: known ones in any case are the known word, all others stay as the service sent them. */
export function readState(value: unknown): string | undefined {
	const text = textOf(value);
	if (text === undefined || known.has(text)) return text;
	const word = text.trim().toUpperCase();
	return known.has(word) ? word : text;
}
