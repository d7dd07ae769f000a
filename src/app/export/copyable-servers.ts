import type {GameServer} from '../../contract/models/server.ts';
import {nameOf} from '../../actions/names.ts';
import type {State} from '../state.ts';
import type {Copyable} from './copyable-item.ts';
import {exportMessages} from '../../messages/export.ts';
import {serverMessages} from '../../messages/servers.ts';

/** Returns the names, addresses and ids of servers. */
export function serverCopyables({fleet}: State, ids: readonly string[]): Copyable[] {
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
export const rowOf = (server: GameServer): string =>
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
