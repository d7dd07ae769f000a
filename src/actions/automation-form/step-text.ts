import {writtenType} from '../../contract/automation-steps.ts';
import {isFields} from '../../contract/wire-values.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {harmlessJson, readJson} from '../../lib/json/json.ts';
import {parseSeconds, writeDuration} from '../../lib/time/duration.ts';
import {stepFormMessages as messages} from '../../messages/automation-form.ts';
import {FieldProblem} from '../field.ts';

/*
A step as one line: a verb and its text, such as `announce Restart in 5 minutes`, `wait 5m`, `restart`. A step that has no such
line, because it has fields that the verbs do not know, is its JSON. Lines and steps are read back without loss.
*/

type Fields = Readonly<Record<string, unknown>>;

/** `text`: the text after the verb; undefined if none is allowed. */
type Verb = {
	/** Returns the step, or undefined if the text is not of this verb. */
	read: (text: string) => Fields | undefined;
	/** Returns the text of a step of its type, as far as it knows its fields. */
	write: (step: Fields) => string | undefined;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A verb with one text. */
const withText = (type: string, field: string, others: Fields = {}): Verb => ({
	read: text => (text === '' ? undefined : {type, [field]: text, ...others}),
	write: step => (step['type'] === type && textOf(step[field]) !== '' ? textOf(step[field]) : undefined),
});

/** A verb without a text but `within 10m`, the limit of the step. */
const alone = (type: string): Verb => ({
	read: text => {
		if (text === '') return {type};
		const [, limit = ''] = /^within\s+(.+)$/i.exec(text) ?? [];
		const ms = parseSeconds(limit);
		return ms === undefined || ms % 1000 !== 0 ? undefined : {type, timeoutSec: ms / 1000};
	},
	write: ({type: written, timeoutSec}) => {
		if (written !== type) return undefined;
		return typeof timeoutSec === 'number' ? messages.within(writeDuration(1000 * timeoutSec)) : '';
	},
});

const wait: Verb = {
	read: text => {
		const ms = parseSeconds(text);
		return ms === undefined || ms % 1000 !== 0 ? undefined : {type: 'WAIT', seconds: ms / 1000};
	},
	write: ({type, seconds}) =>
		type === 'WAIT' && typeof seconds === 'number' && seconds > 0 ? writeDuration(1000 * seconds) : undefined,
};

/** A verb whose text may be missing. */
const withOptionalText = (type: string, field: string): Verb => ({
	read: text => ({type, ...(text !== '' && {[field]: text})}),
	write: step => (step['type'] === type ? textOf(step[field]) : undefined),
});

/** In the order in which they are tried: the longer ones first. */
const verbs: readonly (readonly [verb: string, Verb])[] = [
	[messages.waitEmpty, alone('WAIT_FOR_EMPTY')],
	[messages.onlyEmpty, alone('ONLY_EMPTY')],
	['announce', withText('ANNOUNCE', 'message')],
	['wait', wait],
	['command', withText('RCON', 'command', {awaitMode: 'ALWAYS'})],
	['send', withText('RCON', 'command')],
	['restart', alone('RESTART')],
	['start', alone('START')],
	['kill', {read: text => (text === '' ? {type: 'STOP', forceStop: true} : undefined), write: () => ''}],
	['stop', withOptionalText('STOP', 'message')],
	['update', alone('UPDATE')],
	['backup', withOptionalText('BACKUP', 'backupName')],
	['webhook', withText('WEBHOOK', 'message')],
	['notify', withText('NOTIFY', 'message')],
];

export const verbNames: readonly string[] = verbs.map(([verb]) => verb);

/** Reads a line that is not empty. Throws `FieldProblem`. */
export function stepOf(line: string): unknown {
	const typed = line.trim();
	if (/^[{["]/.test(typed)) {
		const read = readJson(typed);
		if ('value' in read && isFields(read.value)) return read.value;
		throw new FieldProblem(messages.notJson);
	}
	for (const [verb, {read}] of verbs) {
		const words = verb.split(' ').join(String.raw`\s+`);
		const [, text] = new RegExp(`^${words}(?:\\s+(.*))?$`, 'is').exec(typed) ?? [undefined, null];
		if (text === null) continue;
		const step = read((text ?? '').trim());
		if (step !== undefined) return step;
		throw new FieldProblem(messages.unclear(verb));
	}
	throw new FieldProblem(messages.unknownVerb(typed.split(/\s+/)[0] ?? '', verbNames));
}

/** Returns the line of a step, which is read back as exactly this step. */
export function stepLine(step: unknown): string {
	if (isFields(step) && typeof step['type'] === 'string') {
		for (const [verb, {write}] of verbs) {
			const text = write(step);
			if (text === undefined) continue;
			const line = text === '' ? verb : `${verb} ${text}`;
			if (isLineOf(line, step)) return line;
		}
	}
	return harmlessJson(JSON.stringify(step));
}

function isLineOf(line: string, step: unknown): boolean {
	// A line is sanitized when it is shown, which must not change the step.
	if (harmlessJson(line) !== line || line !== line.trim()) return false;
	try {
		return deepEqual(stepOf(line), step);
	} catch (error) {
		if (error instanceof FieldProblem) return false;
		throw error;
	}
}

/** The steps that servers can take in turns. */
const inTurns = new Set(['START', 'STOP', 'RESTART', 'UPDATE', 'BACKUP']);

export const canTakeTurns = (step: unknown): step is Fields =>
	isFields(step) && inTurns.has(writtenType({type: textOf(step['type'])}));
