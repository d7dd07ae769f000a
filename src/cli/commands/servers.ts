import type {Command} from 'commander';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Run} from '../program.ts';
import {say, writeJson, writeTable, type Column} from '../output.ts';
import {withService} from '../session.ts';

type Options = {state?: string; game?: string; node?: string; match?: string; json?: true};

const columns: Column<GameServer>[] = [
	{title: 'NAME', of: ({displayName}) => displayName},
	{title: 'STATE', of: ({state}) => state},
	{title: 'PLAYERS', of: ({onlinePlayers}) => onlinePlayers},
	{title: 'GAME', of: ({gameType}) => gameType},
	{title: 'NODE', of: ({nodeName, nodeId}) => nodeName ?? nodeId},
	{title: 'ID', of: ({id}) => id},
];

export function addServers(program: Command, run: Run): void {
	program
		.command('servers')
		.description('List the servers of the team')
		.option('--state <state>', 'only those in this state, such as ONLINE')
		.option('--game <type>', 'only those of this game type')
		.option('--node <node>', 'only those on this node, by name or id')
		.option('--match <text>', 'only those whose name has this text in it')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const {items, unreadable} = await api.listServers({teamId: await teamId()}, {signal});
					const servers = items.filter(server => fits(server, options));
					if (options.json) writeJson(io, {servers});
					else if (servers.length > 0) writeTable(io, columns, servers);
					else say(io, items.length > 0 ? 'No server fits.' : 'The team has no servers.');
					for (const {id, name, index, reason} of unreadable) {
						say(
							io,
							`Not readable: ${printableLine(name ?? id ?? `record ${index}`)} (${printableLine(reason)}).`,
						);
					}
					return exitCodes.done;
				}),
			),
		);
}

function fits(server: GameServer, {state, game, node, match}: Options): boolean {
	const same = (value: string | undefined, wanted: string) => value?.toLowerCase() === wanted.toLowerCase();
	return (
		(state === undefined || same(server.state, state)) &&
		(game === undefined || same(server.gameType, game)) &&
		(node === undefined || same(server.nodeName, node) || server.nodeId === node) &&
		(match === undefined || (server.displayName ?? server.id).toLowerCase().includes(match.toLowerCase()))
	);
}
