import type {GameServer} from '../../contract/models/server.ts';
import {findLast} from '../console/lines.ts';
import {consoleView} from '../console/view.ts';
import {actedOn} from '../list/marks.ts';
import {nameOf} from '../list/order.ts';
import {openScreen} from '../screens/view.ts';
import {emptyConsole, type CommandLine} from '../state/console.ts';
import type {State} from '../state/index.ts';
import {collect, serverName} from './collect.ts';
import {formats} from './formats.ts';

/** Something that can be taken from the screen. `none`: why there is nothing of it now. */
export type Copyable = {id: string; label: string; text: string} | {id: string; label: string; none: string};

/** What can be copied where the keys go now: what is looked at first. */
export function copyables(state: State): Copyable[] {
	const screen = openScreen(state);
	if (screen) {
		const {selected} = screen;
		if (!selected) return [{id: 'id', label: 'Id', none: 'Nothing is selected: the list has no row.'}];
		const {fields, id} = selected;
		const name = fields['name'];
		const all = Object.entries(fields)
			.filter(([, value]) => value !== undefined && value !== '')
			.map(([field, value]) => `${field}: ${value}`);
		return [
			...(typeof name === 'string' ? [{id: 'name', label: `Name: ${name}`, text: name}] : []),
			{id: 'id', label: `Id: ${id}`, text: id},
			{id: 'row', label: 'All of its row', text: [`id: ${id}`, ...all].join('\n')},
		];
	}
	const {pane} = state.view;
	const lines = pane === 'console' ? consoleCopyables(state) : [];
	return [...lines, ...serverCopyables(state)];
}

function consoleCopyables(state: State): Copyable[] {
	const id = state.view.selectedId ?? '';
	const {rows} = consoleView(state);
	const screen = rows
		.map(({segments}) =>
			segments
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');
	const line = lastOnScreen(state, id);
	const nothing = 'Nothing has been sent or heard here yet.';
	return [
		line
			? {id: 'answer', label: `Answer of ${short(line.command)}`, text: line.response ?? ''}
			: {id: 'answer', label: 'Answer', none: nothing},
		line
			? {
					id: 'command',
					label: `${short(line.command)} with its answer`,
					text: `> ${line.command}\n${line.response ?? ''}`,
				}
			: {id: 'command', label: 'Command with its answer', none: nothing},
		screen === ''
			? {id: 'screen', label: 'All on screen', none: nothing}
			: {id: 'screen', label: 'All on screen', text: screen},
	];
}

/** The newest command that has a row on screen. */
function lastOnScreen(state: State, serverId: string): CommandLine | undefined {
	const {rows} = consoleView(state);
	const seen = new Set(rows.map(({key}) => key.slice(0, key.lastIndexOf(' '))));
	const {lines} = state.console[serverId] ?? emptyConsole;
	const line = findLast(lines, ({id, kind}) => kind === 'command' && seen.has(id));
	return line?.kind === 'command' ? line : undefined;
}

function serverCopyables(state: State): Copyable[] {
	const servers = actedOn(state).flatMap(id => state.fleet.servers[id] ?? []);
	const [server] = servers;
	if (!server) return [{id: 'name', label: 'Name', none: 'No server is selected.'}];
	if (servers.length > 1) return severalCopyables(servers);
	const address = addressOf(server);
	return [
		{id: 'name', label: `Name: ${nameOf(server)}`, text: nameOf(server)},
		address === undefined
			? {id: 'address', label: 'Address', none: 'Its address is not known: the service did not tell it.'}
			: {id: 'address', label: `Address: ${address}`, text: address},
		{id: 'id', label: `Id: ${server.id}`, text: server.id},
		{id: 'row', label: 'Name, state, address, node and id', text: rowOf(server)},
	];
}

function severalCopyables(servers: readonly GameServer[]): Copyable[] {
	const each = (text: (server: GameServer) => string | undefined) =>
		servers.flatMap(server => text(server) ?? []).join('\n');
	const of = `of ${servers.length} marked servers`;
	return [
		{id: 'name', label: `Names ${of}`, text: each(nameOf)},
		{id: 'address', label: `Addresses ${of}`, text: each(addressOf)},
		{id: 'id', label: `Ids ${of}`, text: each(({id}) => id)},
		{id: 'row', label: `Name, state, address, node and id ${of}`, text: each(rowOf)},
	];
}

const rowOf = (server: GameServer): string =>
	[
		nameOf(server),
		server.state ?? 'no state',
		addressOf(server) ?? 'address not known',
		server.nodeName ?? server.nodeId ?? 'node not known',
		server.id,
	].join('\t');

/** Where players join, as `ip:port`; IPv6 in brackets. */
export function addressOf({serverIp, serverPort}: GameServer): string | undefined {
	if (serverIp === undefined || serverPort === undefined) return undefined;
	return serverIp.includes(':') ? `[${serverIp}]:${serverPort}` : `${serverIp}:${serverPort}`;
}

const short = (text: string) => (text.length > 32 ? `${text.slice(0, 31)}…` : text);

/** So many of the newest lines are shown plainly. */
const mostPlainLines = 1000;

/** What the plain view shows: the console of the selected server, its rows neither wrapped nor cut. */
export function plainText(state: State): string {
	const screen = openScreen(state);
	if (screen) {
		return screen.shown
			.map(({id, fields}) =>
				[id, ...Object.values(fields).filter(value => value !== undefined && value !== '')].join('\t'),
			)
			.join('\n');
	}
	if (state.view.pane === 'servers') {
		return state.fleet.order
			.flatMap(id => (state.fleet.servers[id] ? rowOf(state.fleet.servers[id]) : []))
			.join('\n');
	}
	const serverId = state.view.selectedId;
	if (serverId === undefined) return '';
	const entries = collect(state, [serverId], {}).slice(-mostPlainLines);
	return `${serverName(state, serverId)}\n\n${entries.map(formats.text.entry).join('')}`;
}
