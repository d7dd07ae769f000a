import type {GameServer} from '../contract/models/server.ts';
import {shownState} from '../app/servers/server-labels.ts';
import {nameOf} from '../actions/names.ts';
import {crashedText, isAcknowledged} from '../app/servers/alerts.ts';
import {flappingServers} from '../app/servers/crashes.ts';
import {phaseOf, type Phase} from '../actions/preconditions.ts';
import type {FleetState} from '../app/servers/fleet.ts';
import {sinceText} from '../app/servers/shown-fleet.ts';
import {lineFleetMessages} from '../messages/line-mode-fleet.ts';
import {serverMessages} from '../messages/servers.ts';

const phaseWords: Record<Phase, string> = {
	online: 'UP',
	offline: 'DOWN',
	changing: 'BUSY',
	unknown: 'UNKNOWN',
};

export const phaseWord = (state: string | undefined): string => phaseWords[phaseOf(state)];

/** For example `DOWN ark-rag-1, OFFLINE, seen 12 minutes ago`. */
export const stateLine = (fleet: FleetState, server: GameServer, now: number): string =>
	`${phaseWord(shownState(fleet, server.id).state)} ${nameOf(server)}, ${stateFacts(fleet, server, now)}`;

/** For example `ark-rag-1, DOWN, OFFLINE, seen 12 minutes ago`. */
export const serverLine = (fleet: FleetState, server: GameServer, now: number): string =>
	`${nameOf(server)}, ${phaseWord(shownState(fleet, server.id).state)}, ${stateFacts(fleet, server, now)}`;

function stateFacts(fleet: FleetState, server: GameServer, now: number): string {
	const {state, expected} = shownState(fleet, server.id);
	const hope = expected ? lineFleetMessages.expected : '';
	const since = sinceText(fleet.since.get(server.id), now, 'spoken');
	const known = isAcknowledged(fleet, server.id) ? ', acknowledged' : '';
	const crashes = flappingServers(fleet.crashes).get(server.id);
	const falls = crashes ? `, ${crashedText(crashes)}` : '';
	// Omit the service's state if it is the same word.
	const word = state === phaseWord(state) ? '' : `${state ?? serverMessages.noState}${hope}, `;
	const why = server.problem === undefined ? '' : `, ${server.problem.replace(/\.$/, '')}`;
	return `${word}${since === '' ? lineFleetMessages.sinceUnknown : since}${falls}${known}${why}`;
}

/** Joins names as `a, b and c`; a long list is truncated with the number of remaining names. */
export function namesWords(names: readonly string[], most = 8): string {
	const more = names.length - most;
	const shown = more > 0 ? names.slice(0, most) : names;
	const last = more > 0 ? lineFleetMessages.moreNames(more) : shown.at(-1);
	const others = more > 0 ? shown : shown.slice(0, -1);
	if (last === undefined) return '';
	return others.length === 0 ? last : lineFleetMessages.namesAnd(others.join(', '), last);
}
