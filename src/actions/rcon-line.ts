import type {GameServer} from '../contract/models/server.ts';
import {expandAlias} from './aliases.ts';
import type {ActionSettings} from './context.ts';
import {dangerIn} from './danger.ts';
import type {Risk} from './risk.ts';

export const rconPermission = 'MANAGE_SERVERS';

/**
Why lines need confirmation, and the risk level for a one-shot command. Without a reason, the lines only go to
several servers.
*/
export type Confirmation = {reason: string | undefined; risk: Risk};

/** Decides whether lines need confirmation: one destructive line for any of the games, or more than one server. */
export function confirmationFor(
	lines: readonly string[],
	servers: readonly Pick<GameServer, 'gameType'>[],
	{dangerous}: Pick<ActionSettings, 'dangerous'>,
): Confirmation | undefined {
	for (const game of new Set(servers.map(({gameType}) => gameType))) {
		for (const line of lines) {
			const reason = dangerIn(line, game, dangerous);
			if (reason !== undefined) return {reason, risk: servers.length > 1 ? 'type' : 'hold'};
		}
	}
	return servers.length > 1 ? {reason: undefined, risk: 'review'} : undefined;
}

/** Expands the aliases of a typed line, and checks whether it needs confirmation. */
export function readRconLine(
	typed: string,
	servers: readonly Pick<GameServer, 'gameType'>[],
	settings: Pick<ActionSettings, 'aliases' | 'dangerous'>,
): {text: string; confirmation: Confirmation | undefined} | {problem: string} {
	const expanded = expandAlias(typed, settings.aliases);
	if ('problem' in expanded) return expanded;
	return {...expanded, confirmation: confirmationFor([expanded.text], servers, settings)};
}
