import type {Command} from 'commander';
import type {GameServer} from '../contract/models/server.ts';
import {shortGame} from '../core/games.ts';
import {phaseNamed} from '../core/list/filter.ts';
import {phaseOf} from '../core/rules.ts';
import {isStrangeState, statesInSight} from '../core/list/states-in-sight.ts';
import {printableLine} from '../lib/text.ts';
import {UsageError} from '../lib/usage-error.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {findServer} from './find-servers.ts';

/** What narrows the list of servers down; every one that is given must fit. */
export type Filters = {state?: string; game?: string; node?: string; match?: string};
/** Which servers are meant besides those that are named. */
export type Selector = Filters & {all?: true; expect?: string};

export function addFilters(command: Command): Command {
	return command
		.option('--state <state>', 'only those in this state, such as ONLINE, or up, down, busy, unknown')
		.option('--game <type>', 'only those of this game, such as CS2 or ARK')
		.option('--node <node>', 'only those on this node, by name or id')
		.option('--match <text>', 'only those whose name has this text in it');
}

export function addSelector(command: Command): Command {
	return addFilters(command.option('--all', 'every server of the team')).option(
		'--expect <n>',
		'do nothing unless exactly so many servers are meant',
	);
}

export function fits(server: GameServer, {state, game, node, match}: Filters): boolean {
	const same = (value: string | undefined, wanted: string) => value?.toLowerCase() === wanted.toLowerCase();
	return (
		(state === undefined || same(server.state, state) || isOfGroup(server, state)) &&
		(game === undefined || same(server.gameType, game) || same(shortGame(server.gameType), game)) &&
		(node === undefined || same(server.nodeName, node) || server.nodeId === node) &&
		(match === undefined || (server.displayName ?? server.id).toLowerCase().includes(match.toLowerCase()))
	);
}

/** The words of the deck's filter for groups of states. */
const isOfGroup = (server: GameServer, word: string): boolean =>
	phaseNamed(word.toLowerCase()) === phaseOf(server.state);

/** Which states there are, where one is wanted that looks like a slip. */
export function stateHint(servers: readonly GameServer[], {state}: Filters): string | undefined {
	if (state === undefined || servers.length === 0 || phaseNamed(state.toLowerCase())) return undefined;
	if (!isStrangeState(servers, state)) return undefined;
	return printableLine(`No state in sight is "${state}": ${statesInSight(servers)}.`);
}

/** True where servers are meant by what they are like, and not by name. */
export function selects({all, state, game, node, match}: Selector): boolean {
	return all === true || [state, game, node, match].some(filter => filter !== undefined);
}

/** The servers that names or a selector mean, each once. Throws where there is none, or not the expected number. */
export function chosenServers(
	servers: readonly GameServer[] | undefined,
	names: readonly string[],
	selector: Selector,
): GameServer[] {
	const isSelected = selects(selector);
	if (isSelected && names.length > 0) {
		throw new UsageError(
			'Name the servers, or select them with --all, --state, --game, --node, --match: not both.',
		);
	}
	if (!isSelected && names.length === 0) {
		throw new UsageError('Name the servers, or select them with --all, --state, --game, --node or --match.');
	}
	const chosen = isSelected
		? (servers ?? []).filter(server => fits(server, selector))
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
		const hint = stateHint(servers ?? [], selector);
		const more = hint === undefined ? '' : ` ${hint}`;
		throw new CommandError(`No server fits: nothing was sent.${more}`, exitCodes.notFound);
	}
	return chosen;
}
