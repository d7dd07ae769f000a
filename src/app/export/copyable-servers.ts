import type {GameServer} from '../../contract/models/server.ts';
import {nameOf} from '../../actions/names.ts';
import type {State} from '../state.ts';
import type {Copyable} from './copyable-item.ts';

/** These servers: their names, addresses and ids. */
export function serverCopyables({fleet}: State, ids: readonly string[]): Copyable[] {
	const servers = ids.flatMap(id => fleet.servers.get(id) ?? []);
	const [server] = servers;
	if (!server) return [{id: 'name', label: 'Name', none: 'No server is selected.'}];
	if (servers.length > 1) return severalCopyables(servers);
	const address = addressOf(server);
	return [
		{id: 'name', label: `Name: ${nameOf(server)}`, what: 'name', text: nameOf(server)},
		address === undefined
			? {id: 'address', label: 'Address', none: 'Its address is not known: the service did not tell it.'}
			: {id: 'address', label: `Address: ${address}`, what: 'address', text: address},
		{id: 'id', label: `Id: ${server.id}`, what: 'id', text: server.id},
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

/** A row for a sheet: tabs between the cells. */
export const rowOf = (server: GameServer): string =>
	[
		nameOf(server),
		server.state ?? 'no state',
		addressOf(server) ?? 'address not known',
		server.nodeName ?? server.nodeId ?? 'node not known',
		server.id,
	].join('\t');

/** Where players join, as `ip:port`; IPv6 in brackets. */
function addressOf({serverIp, serverPort}: GameServer): string | undefined {
	if (serverIp === undefined || serverPort === undefined) return undefined;
	return serverIp.includes(':') ? `[${serverIp}]:${serverPort}` : `${serverIp}:${serverPort}`;
}
