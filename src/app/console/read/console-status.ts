import {clockText} from '../../../lib/time/ago.ts';
import {commonMessages, type Message} from '../../../messages/text.ts';
import {serviceNow} from '../../kernel/state/access.ts';
import type {State} from '../../state.ts';
import type {ConsoleBuffer} from '../record/buffer.ts';
import {type CommandLine, newestFirst, noLines} from '../record/lines.ts';
import type {ConsoleView} from './view.ts';
import type {ReadingState} from './reading-state.ts';
import {type Keymap, renderWithKeys} from '../../kernel/keys/keymap.ts';
import type {Span} from '../../kernel/text/spans.ts';
import {plural} from '../../../lib/text/plural.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {consolePaneMessages, paneMessages} from '../../../messages/screens.ts';

const maxShown = 3;

/** Returns the newest commands that others sent to a server, newest first, each with its time. */
export function commandsOfOthers(
	buffer: ConsoleBuffer | undefined,
	{access, view}: Pick<State, 'access' | 'view'>,
	now: number,
): {when: Message; command: string}[] {
	const service = serviceNow(access, buffer, now);
	return newestFirst(buffer?.lines ?? noLines)
		.filter(line => line.kind === 'command')
		.filter(({origin}) => origin === 'other')
		.take(maxShown)
		.map(line => ({
			when:
				view.time === 'relative'
					? commonMessages.ago(ageOf(line, now, service))
					: clockText(line.at, view.time === 'utc'),
			command: line.command,
		}))
		.toArray();
}

/**
Returns the age of a command in ms. What the feed brought was received by our clock. What only a poll brought may be
old, and has only the service's timestamp.
*/
export function ageOf(
	{sentAt, via, receivedAt, timestamp, at}: CommandLine,
	now: number,
	service: number,
): number {
	const ours = sentAt ?? (via === 'feed' ? receivedAt : undefined);
	if (ours !== undefined) return Math.max(0, now - ours);
	return Math.max(0, (timestamp === undefined ? now : service) - at);
}

/** Renders whether the list hides the server, whether the console follows, how many entries are out of view, and which entries are shown. */
export function consoleStatus(
	shown: ConsoleView,
	{source, raw, isHidden, isTyping}: ReadingState & {isHidden: boolean; isTyping: boolean},
	keymap: Keymap,
	width: number,
): Span[] {
	const {following, below, fresh, gaps, lines} = shown;
	const place: Span = following
		? {text: 'following', tone: 'done'}
		: {
				text: renderWithKeys(consolePaneMessages.notFollowing(fresh, below, isTyping), keymap),
				tone: 'warning',
			};
	const how: Span[] = [
		...(isHidden ? [{text: `${consolePaneMessages.hidden}  `, tone: 'warning'} as const] : []),
		...(source === 'all' ? [] : [{text: `${consoleMessages.sources[source]}  `, tone: 'warning'} as const]),
		...(raw ? [{text: 'raw  ', tone: 'warning'} as const] : []),
	];
	if (width < 50) return [...how, place];
	const count = `  ${plural(lines, 'line')}`;
	const holes: Span[] = gaps > 0 ? [{text: `  ${plural(gaps, 'gap')}`, tone: 'gap'}] : [];
	return [...how, place, ...holes, {text: count, tone: 'faint'}];
}

/** Returns the text shown in place of entries. */
export function emptyConsole({
	fleet,
	reading: {source},
	view: {currentId = ''},
}: Pick<State, 'fleet' | 'reading' | 'view'>): Message {
	if (!fleet.servers.has(currentId)) return fleet.at === undefined ? '' : paneMessages.noServerSelected;
	return source === 'all'
		? consolePaneMessages.nothingYet
		: consolePaneMessages.nothingOf(consoleMessages.sources[source]);
}
