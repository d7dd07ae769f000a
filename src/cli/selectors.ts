import type {Command} from 'commander';
import type {GameServer} from '../contract/models/server.ts';
import {fieldsFilter, knownValues} from '../app/servers/server-filter.ts';
import {printableLine} from '../lib/text.ts';
import {UsageError} from '../lib/usage-error.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {findServer} from './find-servers.ts';

/** What narrows the list of servers down; every one that is given must match. */
export type Filters = {state?: string; game?: string; node?: string; map?: string; match?: string};
/** Which servers are meant besides those that are named. */
export type Selector = Filters & {all?: true; expect?: string};

const filterNames = ['state', 'game', 'node', 'map', 'match'] as const;
const filterFlags = filterNames.map(name => `--${name}`).join(', ');

/** The filters are those of the TUI: `--game cs` is `game:cs`, and `--match` is `name:`. */
export function addFilters(command: Command): Command {
	return command
		.option('--state <state>', 'in this state, such as ONLINE (or RUNNING), or up, down, busy, unknown')
		.option('--game <type>', 'with this game, or a part of its name, such as CS2 or ark')
		.option('--node <node>', 'on this node, by name, id or a part of the name')
		.option('--map <map>', 'on this map, or a part of its name')
		.option('--match <text>', 'with this text in the name');
}

export function addSelector(command: Command): Command {
	return addFilters(command.option('--all', 'every server of the team')).option(
		'--expect <n>',
		'do nothing unless exactly so many servers are meant',
	);
}

/** Whether a server passes the filters. Throws where a value is one that no server has and nobody knows. */
export function filterOf(servers: readonly GameServer[], filters: Filters): (server: GameServer) => boolean {
	const blank = filterNames.find(name => filters[name]?.trim() === '');
	if (blank !== undefined) throw new UsageError(`--${blank} needs a value.`);
	const {match: name, ...fields} = filters;
	const {doubt, test} = fieldsFilter({...fields, name}, knownValues(servers));
	if (doubt !== undefined) throw new UsageError(printableLine(doubt));
	return server => test(server, server.state);
}

/** True where servers are meant by what they are like, and not by name. */
export function selects(selector: Selector): boolean {
	return selector.all === true || filterNames.some(name => selector[name] !== undefined);
}

/** The servers that names or a selector mean, each once. Throws where there is none, or not the expected number. */
export function chosenServers(
	servers: readonly GameServer[] | undefined,
	names: readonly string[],
	selector: Selector,
): GameServer[] {
	const isSelected = selects(selector);
	if (isSelected && names.length > 0) {
		throw new UsageError(`Name the servers, or select them with --all, ${filterFlags}: not both.`);
	}
	if (!isSelected && names.length === 0) {
		throw new UsageError(`Name the servers, or select them with --all, ${filterFlags}.`);
	}
	const chosen = isSelected
		? (servers ?? []).filter(filterOf(servers ?? [], selector))
		: [...new Map(names.map(name => findServer(servers, name)).map(server => [server.id, server])).values()];
	const {expect} = selector;
	if (expect !== undefined && !/^\d+$/.test(expect)) {
		throw new UsageError('--expect takes a number of servers, such as 12.');
	}
	if (expect !== undefined && chosen.length !== Number(expect)) {
		throw new CommandError(
			`${chosen.length} servers are meant, not the ${expect} of --expect: nothing was sent.`,
			exitCodes.refusedByUs,
		);
	}
	if (chosen.length === 0) {
		throw new CommandError('No server matches: nothing was sent.', exitCodes.notFound);
	}
	return chosen;
}
