import {activityText} from '../../messages/activity.ts';
import {rowsOfBlock} from '../console/blocks.ts';
import type {Segment} from '../console/paragraph.ts';
import type {Row} from '../console/rows.ts';
import {consoleView} from '../console/view.ts';
import {shownGroups, shownRun} from '../multi-command/results-view.ts';
import type {Group} from '../multi-command/groups.ts';
import type {CommandLine, Line} from '../console/console-line.ts';
import {outputText} from '../console/output-text.ts';
import type {State} from '../state.ts';
import {serverOf, describeEntry, wholeText} from '../timeline/describe.ts';
import type {Entry} from '../timeline/entry.ts';
import {timelineView} from '../timeline/timeline-view.ts';
import type {Copyable} from './copyable-item.ts';
import {utc} from './formats.ts';
import {joinMessages, type Message} from '../../messages/text.ts';
import {exportMessages} from '../../messages/export.ts';

/** Returns the current line as a whole and in parts, and the visible text. */
export function consoleCopyables(state: State): Copyable[] {
	const {rows, cursor, document} = consoleView(state);
	const none = exportMessages.copy.emptyConsole;
	if (!cursor) return [{id: 'line', label: exportMessages.copy.line, none}];
	const isCommand = cursor.kind === 'line' && cursor.line.kind === 'command';
	return [
		...(isCommand && cursor.line.kind === 'command' ? commandCopyables(cursor.line) : []),
		...(isCommand
			? []
			: [
					{
						id: 'line' as const,
						label: exportMessages.copy.line,
						text: (cursor.kind === 'line' && lineText(cursor.line)) || textOf(rowsOfBlock(document, cursor)),
					},
				]),
		{id: 'screen', label: exportMessages.copy.screen, text: textOf(rows)},
	];
}

function lineText(line: Line): string | undefined {
	if (line.kind === 'command') return undefined;
	return line.kind === 'note' ? activityText(line.activity) : outputText(line);
}

function commandCopyables({command, response}: CommandLine): Copyable[] {
	const name = short(command);
	const answer = response?.trimEnd().replace(/^\n+/, '');
	return [
		answer
			? {id: 'answer', label: exportMessages.copy.answer(name), text: answer}
			: {id: 'answer', label: exportMessages.copy.answer(name), none: exportMessages.copy.noAnswer},
		{
			id: 'command',
			label: exportMessages.copy.commandAndAnswer(name),
			text: `> ${command}\n${answer ?? ''}`.trimEnd(),
		},
		{id: 'line', label: exportMessages.copy.commandAlone, text: command},
	];
}

/** Returns the answers of several servers: the equal ones, and all of them. */
export function resultCopyables(state: State): Copyable[] {
	const run = shownRun(state);
	const {groups, at} = shownGroups(state);
	const group = groups[at];
	if (!run || !group)
		return [{id: 'group', label: exportMessages.copy.group, none: exportMessages.copy.noRun}];
	const all = `> ${run.command}\n\n${groups.map(textOfGroup).join('\n\n')}`;
	return [
		{id: 'group', label: exportMessages.copy.answer(serversOf(group)), text: textOfGroup(group)},
		{id: 'everything', label: exportMessages.copy.everything, text: all},
	];
}

const textOfGroup = (group: Group) =>
	[`== ${group.members.map(({name}) => name).join(', ')} ==`, group.word, group.text]
		.filter(Boolean)
		.join('\n');

const serversOf = ({members}: Group) =>
	members.length === 1 ? short(members[0]?.name ?? '') : exportMessages.copy.groupServers(members.length);

/** Returns the events as the timeline shows them. */
export function timelineCopyables(state: State): Copyable[] {
	const {current, entries} = timelineView(state);
	if (!current)
		return [{id: 'entry', label: exportMessages.copy.entry, none: exportMessages.copy.emptyTimeline}];
	return [
		{id: 'entry', label: exportMessages.copy.entry, text: textOfEntry(current, state)},
		{
			id: 'screen',
			label: exportMessages.copy.screen,
			text: entries.map(entry => textOfEntry(entry, state)).join('\n'),
		},
	];
}

function textOfEntry(entry: Entry, state: State): string {
	const description = describeEntry(entry, state.automations.list);
	return [utc(entry.at), serverOf(state, entry), description.who, wholeText(description)]
		.filter(Boolean)
		.join('  ');
}

const textOf = (rows: readonly Row[]): Message => joinLines(rows.map(({segments}) => lineOf(segments)));

function lineOf(segments: readonly Segment[]): Message {
	const line = joinMessages(segments.map(({text}) => text));
	return typeof line === 'string' ? line.trimEnd() : line;
}

/** Empty lines count as lines. */
const joinLines = (lines: readonly Message[]): Message =>
	joinMessages(lines.flatMap((line, index) => (index === 0 ? [line] : ['\n', line])));

const short = (text: string) => (text.length > 32 ? `${text.slice(0, 31)}…` : text);
