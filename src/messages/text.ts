import {formatDuration, formatElapsed, formatRatio} from '../lib/ago.ts';
import type {CommandId} from './command-ids.ts';

/** The key of a command, or the words of a front end without keys for it. `prefer`: which of several keys, if it is bound. */
type KeySegment = {key: CommandId; prefer?: string};

/** A part that line mode words in another way. */
type Alternative = {[Kind in SegmentRenderer['kind']]: Message};

export type Segment = string | KeySegment | Alternative;

/** A text for the user, rendered by the front end that shows it. */
export type Message = string | readonly Segment[];

/** What a front end puts in place of segments; `shell`: one-shot commands, which have no keys. */
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

/** Parts of a row: set off by blanks on a screen, by a comma in line mode. */
export const gap = alternative('   ', ', ');
export const narrowGap = alternative('  ', ', ');

/** One-shot commands: no keys, and values as in columns. */
export const shellSegments: SegmentRenderer = {kind: 'shell', keyLabel: id => id};

/** `12m`; in line mode `12 minutes`. */
export const duration = (ms: number): Message =>
	alternative(formatDuration(ms), formatDuration(ms, 'spoken'));

/** `3m 20s`; in line mode `3 minutes 20 seconds`. */
export const elapsed = (ms: number): Message => alternative(formatElapsed(ms), formatElapsed(ms, 'spoken'));

/** `2/3`; in line mode `2 of 3`. */
export const ratio = (part: number | string, whole: number | string): Message =>
	alternative(formatRatio(part, whole), formatRatio(part, whole, 'spoken'));

type Part = Message | number;

/** Builds a message from a template; messages in it become part of it. Without other segments it is a string. */
export const message = (strings: TemplateStringsArray, ...parts: readonly Part[]): Message =>
	flatten(strings.flatMap((string, index): Part[] => [string, ...parts.slice(index, index + 1)]));

/** The messages that are not empty as one, with a separator between them. */
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

/** Whether nothing is shown of it on any front end. */
export const isEmpty = (text: Message): boolean =>
	typeof text === 'string'
		? text === ''
		: text.every(segment =>
				typeof segment === 'string'
					? segment === ''
					: 'tui' in segment && isEmpty(segment.tui) && isEmpty(segment.lineMode),
			);

/** The text as a front end shows it. */
export const renderMessage = (text: Message, segments: SegmentRenderer): string =>
	typeof text === 'string' ? text : text.map(segment => renderSegment(segment, segments)).join('');

function renderSegment(segment: Segment, segments: SegmentRenderer): string {
	if (typeof segment === 'string') return segment;
	if ('key' in segment) return segments.keyLabel(segment.key, segment.prefer);
	return renderMessage(segment[segments.kind], segments);
}
