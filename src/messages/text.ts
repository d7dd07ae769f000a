import {formatDuration, formatElapsed, formatRatio} from '../lib/ago.ts';
import type {CommandId} from './command-ids.ts';

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
