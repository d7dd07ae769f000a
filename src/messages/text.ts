import {formatDuration, formatElapsed, formatRatio, type TextStyle} from '../lib/time/ago.ts';
import type {CommandId} from './key-words.ts';
import {maxDepth} from '../lib/json/depth.ts';
import type {JsonProblem} from '../lib/json/json.ts';
import {tableOf} from '../lib/json/maps.ts';
import {printableLine} from '../lib/text/text.ts';

/**
The key of a command, or the text of a front end without a key for it. `prefer`: the preferred key if several are
bound.
*/
type KeySegment = {key: CommandId; prefer?: string};

/** A part with different text in line mode. */
type Alternative = {[Kind in SegmentRenderer['kind']]: Message};

export type Segment = string | KeySegment | Alternative;

/** A text for the user, rendered by the front end that shows it. */
export type Message = string | readonly Segment[];

/** How a front end renders segments; `shell`: one-shot commands, which have no keys. */
export type SegmentRenderer = {
	kind: 'tui' | 'lineMode' | 'shell';
	keyLabel: (id: CommandId, prefer?: string) => string;
};

export const key = (id: CommandId, prefer?: string): Message => [
	prefer === undefined ? {key: id} : {key: id, prefer},
];

export const alternative = (tui: Message, lineMode: Message, shell: Message = tui): Message => [
	{tui, lineMode, shell},
];

/** Separates parts of a row: with spaces on a screen, with a comma in line mode. */
export const gap = alternative('   ', ', ');
export const narrowGap = alternative('  ', ', ');

/** One-shot commands have no keys, and format values as in columns. */
export const shellSegments: SegmentRenderer = {kind: 'shell', keyLabel: id => id};

/** For example `12m`, or `12 minutes` in line mode. */
export const duration = (ms: number): Message =>
	alternative(formatDuration(ms), formatDuration(ms, 'spoken'));

/** For example `3m 20s`, or `3 minutes 20 seconds` in line mode. */
export const elapsed = (ms: number): Message => alternative(formatElapsed(ms), formatElapsed(ms, 'spoken'));

/** For example `2/3`, or `2 of 3` in line mode. */
export const ratio = (part: number | string, whole: number | string): Message =>
	alternative(formatRatio(part, whole), formatRatio(part, whole, 'spoken'));

type Part = Message | number;

/** Builds a message from a template and flattens nested messages. Without other segments the result is a string. */
export const message = (strings: TemplateStringsArray, ...parts: readonly Part[]): Message =>
	flatten(strings.flatMap((string, index): Part[] => [string, ...parts.slice(index, index + 1)]));

/** Joins the messages that are not empty, with a separator. */
export const joinMessages = (messages: readonly (Message | undefined)[], separator: Message = ''): Message =>
	flatten(
		messages
			.filter(part => part !== undefined && !isEmpty(part))
			.flatMap((part, index): Part[] => (index === 0 ? [part ?? ''] : [separator, part ?? ''])),
	);

function flatten(parts: readonly Part[]): Message {
	const segments: Segment[] = [];
	for (const segment of parts.flatMap(part => (typeof part === 'number' ? String(part) : part))) {
		const last = segments.at(-1);
		if (typeof segment === 'string' && typeof last === 'string')
			segments[segments.length - 1] = last + segment;
		else if (segment !== '') segments.push(segment);
	}
	const [only = ''] = segments;
	return segments.length <= 1 && typeof only === 'string' ? only : segments;
}

/** Returns whether every front end shows nothing for the text. */
export const isEmpty = (text: Message): boolean =>
	typeof text === 'string'
		? text === ''
		: text.every(segment =>
				typeof segment === 'string'
					? segment === ''
					: 'tui' in segment && isEmpty(segment.tui) && isEmpty(segment.lineMode),
			);

/** Renders the text for a front end. */
export const renderMessage = (text: Message, segments: SegmentRenderer): string =>
	typeof text === 'string' ? text : text.map(segment => renderSegment(segment, segments)).join('');

function renderSegment(segment: Segment, segments: SegmentRenderer): string {
	if (typeof segment === 'string') return segment;
	if ('key' in segment) return segments.keyLabel(segment.key, segment.prefer);
	return renderMessage(segment[segments.kind], segments);
}

/** For example `just now`, `12m ago`. */
export const ageText = (ms: number, style: TextStyle = 'short'): string =>
	ms < 1000 ? 'just now' : `${formatDuration(ms, style)} ago`;

/** Texts shared by many modules. */
export const commonMessages = {
	notReported: 'not reported',
	notKnown: 'unknown',
	ago: (ms: number) => message`${duration(ms)} ago`,
	/** `clock`: the time of day. */
	agoAt: (ms: number, clock: string) => message`${duration(ms)} ago (${clock})`,
};

/** `close`: the closing bracket that would have been valid. */
const kinds: Record<JsonProblem['kind'], (close: string) => string> = {
	depth: () => `it nests deeper than ${maxDepth} levels`,
	comma: close => `a comma or ${close} is missing`,
	extraComma: close => `there is a comma before ${close}`,
	name: () => 'a name in double quotes is missing',
	colon: () => 'a colon is missing',
	text: () => 'the text in quotes is invalid or not closed',
	value: () => 'a value is missing',
	rest: () => 'there is text after the end',
};

/** For example `line 3, column 7: a comma or ] is missing`. */
export function jsonProblemText({kind, close = '', isAtEnd = false, position}: JsonProblem): string {
	const where = position === undefined ? '' : `line ${position.line}, column ${position.column}: `;
	return `${where}${isAtEnd ? 'the text ends too early, ' : ''}${kinds[kind](close)}`;
}

/** Ends a text from the service that is too long to be shown in full. */
export const cutMessages = {
	cut: (length: number) => `… (truncated from ${length.toLocaleString('en-US')} characters)`,
	fields: (count: number) => `truncated from ${count.toLocaleString('en-US')} fields`,
};

const reasons = tableOf<string>({
	ENOENT: 'no such file',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	ENOTDIR: 'a part of the path is not a directory',
	EISDIR: 'it is a directory',
	ELOOP: 'too many levels of symbolic links',
	ENAMETOOLONG: 'the name is too long',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	EIO: 'the terminal or disk is gone',
	ENXIO: 'it cannot be opened as a file',
	ETIMEDOUT: 'its writer did not finish within 30 seconds',
	ERR_FS_EISDIR: 'it is a directory',
	ERR_FS_FILE_TOO_LARGE: 'it is too large',
	ERR_INVALID_ARG_VALUE: 'the name is invalid',
});

const writeReasons = tableOf<string>({
	ENOENT: 'no such directory',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EEXIST: 'the file already exists',
	ENOSPC: 'the disk is full',
	EDQUOT: 'your disk quota is used up',
	EROFS: 'the disk is read-only',
	EFBIG: 'it has reached its maximum size',
	EPIPE: 'the reader has closed it',
	EFOREIGN:
		'it belongs to another user. Run rcondeck as that user, or use a directory of your own ($RCONDECK_CONFIG_DIR, $RCONDECK_STATE_DIR)',
});

/** Describes why a file is unreadable, as a sentence. */
export const readProblem = (cause: unknown, file: string): string =>
	`${printableLine(file)} cannot be read: ${reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

/** Describes why `target`, a file or an output, cannot be written, as a sentence. */
export const writeProblem = (cause: unknown, target: string): string =>
	`${printableLine(target)} cannot be written: ${writeReasons.get(codeOf(cause)) ?? reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

const codeOf = (cause: unknown): string =>
	cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** Returns the system's message if the tables above have none. */
const wordsOf = (cause: unknown): string =>
	cause instanceof Error ? printableLine(cause.message) : 'unknown reason';

/** Files named in a field or an argument. */
export const fileMessages = {
	notAFile: (name: string) => `${name} is not a file.`,
	tooLarge: (bytes: number, maxBytes: number) =>
		`The file is ${Math.ceil(bytes / 1024)} KiB. At most ${maxBytes / 1024} KiB can be sent.`,
	unreadable: (name: string, cause: unknown) => readProblem(cause, name),
};

/** `$VISUAL` or `$EDITOR` for the command input and for documents. */
export const editorMessages = {
	noTerminal: 'The terminal could not be handed over to the editor.',
	failed: (directory: string, cause: unknown) =>
		`The text could not be edited: ${writeProblem(cause, directory)}`,
	tooLong: 'The saved text is too long for a command.',
	notStarted: (why: string) => `The editor could not be started: ${why}`,
	/** `code`: undefined after a signal; `isMissing`: the shell did not find the editor. */
	ended: (editor: string, code: number | undefined, isMissing: boolean) =>
		`The editor (${editor}) ${code === undefined ? 'was ended by a signal' : `exited with code ${code}`}. The text is unchanged.${isMissing ? ' Set $VISUAL or $EDITOR to an installed editor.' : ''}`,
};
