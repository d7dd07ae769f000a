import {textOf} from './wire-values.ts';

/**
Known states of servers, nodes, tasks and runs. (Specification: States and transitions; others from the public node
agent and its documentation)
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
	// Additional states of nodes, and states of tasks and runs.
	'CREATION',
	'QUEUED',
	'PENDING',
	'SUCCEEDED',
	'FAILED',
	'CANCELED',
	'TIMEOUTED',
]);

/** A longer state would fill the console with each change. */
const maxLength = 100;

/** Reads a state: known states match in any case and become upper case, unknown ones stay as sent but are truncated. */
export function readState(value: unknown): string | undefined {
	const text = textOf(value);
	if (text === undefined || known.has(text)) return text;
	if (text.length > maxLength) return `${text.slice(0, maxLength)}…`;
	const word = text.trim().toUpperCase();
	return known.has(word) ? word : text;
}
