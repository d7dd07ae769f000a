import {withoutSectionSigns} from '../../lib/text/section-signs.ts';
import {joinMessages, type Message} from '../../messages/text.ts';
import {rowsOfBlock} from '../console/read/blocks.ts';
import type {Row, Segment} from '../console/read/rows.ts';
import {consoleView} from '../console/read/view.ts';
import {shownGroups, shownRun} from '../multi-command/results-view.ts';
import type {Group} from '../multi-command/groups.ts';
import {type CommandLine, type Line, outputText} from '../console/record/lines.ts';
import type {State} from '../state.ts';
import {describeEntry, serverOf, wholeText} from '../timeline/describe.ts';
import type {Entry} from '../timeline/entry.ts';
import {timelineView} from '../timeline/timeline-view.ts';
import {fileTime, formats} from './formats.ts';
import {exportMessages} from '../../messages/export.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import {serverMessages} from '../../messages/server-list.ts';
import type {Screens} from '../kernel/screens/list-screen.ts';
import {openScreen, type ScreenView} from '../kernel/screens/screen-view.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {newestEntries} from './console-export.ts';
import {activityText} from '../../actions/activity.ts';

/** What can be copied, with the keys in the menu, the same wherever it is offered. */
export const copyableKeys = {
	answer: 'a',
	command: 'c',
	line: 'l',
	screen: 's',
	entry: 't',
	group: 'g',
	everything: 'e',
	name: 'n',
	address: 'd',
	id: 'i',
	row: 'r',
} as const;
export type CopyableId = keyof typeof copyableKeys;

/** Something on screen that can be copied. `none`: why there is nothing to copy. */
export type Copyable = {
	id: CopyableId;
	label: string;
	/** Its description, if the label includes the value. */
	what?: string;
} & ({text: Message} | {none: string});

/** Returns the current line as a whole and in parts, and the visible text. */
function consoleCopyables(state: State): Copyable[] {
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
	const answer =
		response === undefined ? undefined : withoutSectionSigns(response).trimEnd().replace(/^\n+/, '');
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
function resultCopyables(state: State): Copyable[] {
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
function timelineCopyables(state: State): Copyable[] {
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
	const isUtc = state.view.time === 'utc';
	const description = describeEntry(entry, state.automations.list, isUtc);
	return [fileTime(entry.at, isUtc), serverOf(state, entry), description.who, wholeText(description)]
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

/** Returns the names, addresses and ids of servers. */
function serverCopyables({fleet}: State, ids: readonly string[]): Copyable[] {
	const servers = ids.flatMap(id => fleet.servers.get(id) ?? []);
	const [server] = servers;
	if (!server) return [{id: 'name', label: 'Name', none: exportMessages.copy.noServer}];
	if (servers.length > 1) return severalCopyables(servers);
	const address = addressOf(server);
	return [
		{id: 'name', label: exportMessages.copy.name(nameOf(server)), what: 'name', text: nameOf(server)},
		address === undefined
			? {id: 'address', label: 'Address', none: exportMessages.copy.noAddress}
			: {id: 'address', label: exportMessages.copy.address(address), what: 'address', text: address},
		{id: 'id', label: exportMessages.copy.id(server.id), what: 'id', text: server.id},
		{id: 'row', label: exportMessages.copy.row, text: rowOf(server)},
	];
}

function severalCopyables(servers: readonly GameServer[]): Copyable[] {
	const each = (text: (server: GameServer) => string | undefined) =>
		servers.flatMap(server => text(server) ?? []).join('\n');
	const of = exportMessages.copy.ofSelected(servers.length);
	return [
		{id: 'name', label: exportMessages.copy.names(of), text: each(nameOf)},
		{id: 'address', label: exportMessages.copy.addresses(of), text: each(addressOf)},
		{id: 'id', label: exportMessages.copy.ids(of), text: each(({id}) => id)},
		{id: 'row', label: exportMessages.copy.rows(of), text: each(rowOf)},
	];
}

/** Formats a row for a spreadsheet, with tabs between the cells. */
const rowOf = (server: GameServer): string =>
	[
		nameOf(server),
		server.state ?? serverMessages.noState,
		addressOf(server) ?? exportMessages.copy.addressNotKnown,
		server.nodeName ?? server.nodeId ?? exportMessages.copy.nodeNotKnown,
		server.id,
	].join('\t');

/** Returns the address that players join, as `ip:port`, with brackets around IPv6. */
function addressOf({serverIp, serverPort}: GameServer): string | undefined {
	if (serverIp === undefined || serverPort === undefined) return undefined;
	return serverIp.includes(':') ? `[${serverIp}]:${serverPort}` : `${serverIp}:${serverPort}`;
}

/** Returns what can be copied where the keys go now; what the user is looking at comes first. */
export function copyables(state: State, {servers}: Targets, screens: Screens): Copyable[] {
	const screen = openScreen(state, screens);
	if (screen) return screenCopyables(screen);
	return [...paneCopyables(state), ...serverCopyables(state, servers)];
}

function paneCopyables(state: State): Copyable[] {
	switch (state.view.pane) {
		case 'console':
			return consoleCopyables(state);
		case 'results':
			return resultCopyables(state);
		case 'timeline':
			return timelineCopyables(state);
		default:
			return [];
	}
}

/** Returns what can be copied from the current row of a full-screen list. */
function screenCopyables({current}: ScreenView): Copyable[] {
	if (!current) return [{id: 'id', label: 'ID', none: exportMessages.copy.emptyList}];
	const {fields} = current;
	const id = typeof fields.id === 'string' ? fields.id : current.id;
	const name = fields['name'];
	const all = Object.entries(fields)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([field, value]) => `${field}: ${value}`);
	return [
		...(typeof name === 'string'
			? [{id: 'name' as const, label: exportMessages.copy.name(name), what: 'name', text: name}]
			: []),
		{id: 'id', label: exportMessages.copy.id(id), what: 'id', text: id},
		{id: 'row', label: exportMessages.copy.allOfRow, text: [['id', id].join(': '), ...all].join('\n')},
	];
}

/** Maximum number of lines in the plain view; the newest are shown. */
const maxPlainLines = 1000;

/** Returns the text of the plain view, with rows neither wrapped nor cut. */
export function plainText(state: State, screens: Screens): Message {
	const screen = openScreen(state, screens);
	if (screen) {
		return screen.shown
			.map(({id, fields}) =>
				[id, ...Object.values(fields).filter(value => value !== undefined && value !== '')].join('\t'),
			)
			.join('\n');
	}
	const {pane, currentId} = state.view;
	if (pane === 'servers') {
		const {order, servers} = state.fleet;
		return order
			.flatMap(id => servers.get(id) ?? [])
			.map(rowOf)
			.join('\n');
	}
	const first = paneCopyables(state).find(({id}) => id === 'everything');
	if (first && 'text' in first) return first.text;
	if (currentId === undefined) return '';
	const entries = newestEntries(state, currentId, maxPlainLines);
	return `${serverName(state.fleet, currentId)}\n\n${entries.map(entry => formats.text.entry(entry, state.view.time === 'utc')).join('')}`;
}
