import type {Command} from 'commander';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text.ts';
import {toneOfState} from '../colours.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import type {Run} from '../program.ts';
import {say, writeJson, writeTable, type Column} from '../output.ts';
import {addFilters, filterOf, type Filters} from '../selectors.ts';
import {watchServers} from '../watch-servers.ts';
import {withService, type Call} from '../session.ts';

type Options = Filters & {watch?: true; json?: true};

const columns: Column<GameServer>[] = [
	{title: 'NAME', of: ({displayName}) => displayName},
	{title: 'STATE', of: ({state}) => state, tone: ({state}) => toneOfState(state)},
	{title: 'PLAYERS', of: ({onlinePlayers}) => onlinePlayers},
	{title: 'GAME', of: ({gameType}) => gameType},
	{title: 'NODE', of: ({nodeName, nodeId}) => nodeName ?? nodeId},
	{title: 'ID', of: ({id}) => id},
];

export function addServers(program: Command, run: Run): void {
	const command = program.command('servers').description('List the servers of the team');
	addFilters(command)
		.option('--watch', 'then every change, until interrupted; with --json one value a line')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, options: Options) =>
				withService(
					io,
					flags,
					call => (options.watch ? watchServers(io, call, options) : listOnce(io, call, options)),
					{follows: options.watch === true},
				),
			),
		);
}

async function listOnce(io: Io, {api, signal, teamId}: Call, options: Options): Promise<ExitCode> {
	const {items, unreadable} = await api.listServers({teamId: await teamId()}, {signal});
	const servers = items.filter(filterOf(items, options));
	if (options.json) writeJson(io, {servers});
	else if (servers.length > 0) writeTable(io, columns, servers);
	else say(io, items.length > 0 ? 'No server matches.' : 'The team has no servers.');
	for (const {id, name, index, reason} of unreadable) {
		say(io, `Not readable: ${printableLine(name ?? id ?? `record ${index}`)} (${printableLine(reason)}).`);
	}
	return exitCodes.done;
}
