import {tableOf} from '../../../lib/json/maps.ts';
import type {Team} from '../../../contract/models/team.ts';
import {limitMessages} from '../../../messages/errors.ts';
import type {State} from '../../state.ts';

export type Limit = {name: string; label: string; max: number};

const labels = tableOf<string>({
	maxNodes: 'nodes',
	maxServers: 'servers',
	maxBackups: 'backups',
	maxRconCommands: limitMessages.rconCommands,
	maxStatisticsSize: 'statistics',
	maxMembers: 'members',
});

/** Returns the numeric limits of a team. The record is open; other limits appear unchanged in the details. */
export const limitsOf = ({limits}: Team): Limit[] =>
	Object.entries(limits ?? {}).flatMap(([name, max]) =>
		typeof max === 'number' ? [{name, label: labels.get(name) ?? name, max}] : [],
	);

type LimitSource = {team: Team; servers: State['fleet']['servers']; nodes: State['nodes']};

/** Returns how much of a limit is used; undefined if what was read does not show it. */
export function limitUse({name}: Limit, {team, servers, nodes}: LimitSource): number | undefined {
	switch (name) {
		case 'maxNodes':
			return nodes.at === undefined ? undefined : nodes.nodes.length;
		case 'maxServers':
			return servers.size;
		case 'maxBackups':
			return servers.values().reduce((sum, {backups}) => sum + backups.length, 0);
		case 'maxMembers':
			return team.members.length;
		default:
			return undefined;
	}
}
