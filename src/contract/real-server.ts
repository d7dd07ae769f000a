import {readMoment, type Moment} from './moments.ts';
import {flagOf, isFields, textOf} from './wire-values.ts';

/*
Fields of a real server that the local service adds to the specification. Readers use no schemas; see `wire-values.ts`.
*/

/** The last event of a server that the team must know. `log`: the last lines of its output at that time. */
export type Report = {isFailure: boolean; at: Moment; message: string; log: string[]};

/** An operation that the settings of a server rule out. `reason` is a sentence. */
export type Blocked = {operation: string; reason: string};

export function readReport(value: unknown): Report | undefined {
	const message = isFields(value) ? textOf(value['message']) : undefined;
	if (!isFields(value) || message === undefined) return undefined;
	const {log} = value;
	return {
		isFailure: flagOf(value['isFailure']) ?? true,
		at: readMoment(value['at']),
		message,
		log: Array.isArray(log) ? log.filter(line => typeof line === 'string') : [],
	};
}

export function readBlocked(value: unknown): Blocked[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return value.flatMap(item => {
		const [operation, reason] = isFields(item) ? [textOf(item['operation']), textOf(item['reason'])] : [];
		return operation === undefined || reason === undefined ? [] : [{operation, reason}];
	});
}
