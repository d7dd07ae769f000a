import {type Command, Option} from 'commander';
import type {GameServer} from '../../../contract/models/server.ts';
import {fieldsFilter, knownValues} from '../../../app/servers/server-fields.ts';
import type {ShownPhase} from '../../../app/kernel/state/shown-phases.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import {findServer} from './find-servers.ts';
import {optionGroups, selectorMessages} from '../../../messages/cli.ts';

/** Filters of the server list; a server must match all of them. */
export type Filters = {
	state?: string;
	is?: string;
	game?: string;
	node?: string;
	map?: string;
	match?: string;
};
/** Selects servers in addition to named ones. */
export type Selector = Filters & {all?: true; expect?: string};

/** Whether a server matches; `phase`: how it is counted. */
export type ServerTest = (server: GameServer, phase: ShownPhase | undefined) => boolean;

const filterNames = ['state', 'is', 'game', 'node', 'map', 'match'] as const;
const filterFlags = filterNames.map(name => `--${name}`).join(', ');

/** Adds the filters of the TUI as options: `--game cs` is `game:cs`, and `--match` is `name:`. */
export function addFilters(command: Command, heading = optionGroups.filters): Command {
	const options = [
		new Option('--state <state>', selectorMessages.stateHelp),
		new Option('--is <word>', selectorMessages.isHelp),
		new Option('--game <type>', selectorMessages.gameHelp),
		new Option('--node <node>', selectorMessages.nodeHelp),
		new Option('--map <map>', selectorMessages.mapHelp),
		new Option('--match <text>', selectorMessages.matchHelp),
	];
	for (const option of options) command.addOption(option.helpGroup(heading));
	return command;
}

export function addSelector(command: Command): Command {
	const heading = optionGroups.selection;
	command.addOption(new Option('--all', selectorMessages.allHelp).helpGroup(heading));
	addFilters(command, heading);
	return command.addOption(new Option('--expect <n>', selectorMessages.expectHelp).helpGroup(heading));
}

/**
Returns a function that checks whether a server matches the filters; `--is` needs to know how it is counted. Throws for an
unknown value that no server has.
*/
export function filterOf(servers: readonly GameServer[], filters: Filters): ServerTest {
	const blank = filterNames.find(name => filters[name]?.trim() === '');
	if (blank !== undefined) throw new UsageError(selectorMessages.needsValue(blank));
	if (filterNames.every(one => filters[one] === undefined)) return () => true;
	const {match: name, ...fields} = filters;
	const {doubt, test} = fieldsFilter({...fields, name}, knownValues(servers));
	if (doubt !== undefined) throw new UsageError(printableLine(doubt));
	return (server, phase) => test(server, server.state, phase);
}

/** Returns whether servers are selected by their properties instead of by name. */
export function selects(selector: Selector): boolean {
	return selector.all === true || filterNames.some(name => selector[name] !== undefined);
}

/**
Returns the servers of the names or the selector, without duplicates. Throws if there are none, or not the
expected number.
*/
export function chosenServers(
	servers: readonly GameServer[] | undefined,
	names: readonly string[],
	selector: Selector,
	phases?: ReadonlyMap<string, ShownPhase>,
): GameServer[] {
	const isSelected = selects(selector);
	if (isSelected && names.length > 0) {
		throw new UsageError(selectorMessages.namesAndSelection(filterFlags));
	}
	if (!isSelected && names.length === 0) {
		throw new UsageError(selectorMessages.namesOrSelection(filterFlags));
	}
	const matches = filterOf(servers ?? [], selector);
	const chosen = isSelected
		? (servers ?? []).filter(server => matches(server, phases?.get(server.id)))
		: [...new Map(names.map(name => findServer(servers, name)).map(server => [server.id, server])).values()];
	const {expect} = selector;
	if (expect !== undefined && !/^\d+$/.test(expect)) {
		throw new UsageError(selectorMessages.wrongExpect);
	}
	if (expect !== undefined && chosen.length !== Number(expect)) {
		throw new CommandError(selectorMessages.unexpectedCount(chosen.length, expect), exitCodes.refusedByUs);
	}
	if (chosen.length === 0) {
		throw new CommandError(selectorMessages.noneMatches, exitCodes.notFound);
	}
	return chosen;
}
