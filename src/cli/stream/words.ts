import type {GameServer} from '../../contract/models/server.ts';
import {nameOf, shownState} from '../../core/list/order.ts';
import {phaseOf, type Phase} from '../../core/rules.ts';
import type {FleetState} from '../../core/state/fleet.ts';

const phaseWords: Record<Phase, string> = {
	online: 'UP',
	offline: 'DOWN',
	changing: 'BUSY',
	unknown: 'UNKNOWN',
};

export const phaseWord = (state: string | undefined): string => phaseWords[phaseOf(state)];

const units = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
] as const;

/** A span as it is spoken, in its largest unit: `12 minutes`. */
export function spanWords(ms: number): string {
	const [unit, span] = units.find(([, span]) => ms >= span) ?? (['second', 1000] as const);
	return counted(Math.max(0, Math.floor(ms / span)), unit);
}

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `seen 12 minutes ago` where the change was watched, `for at least 12 minutes` where it was so at first. */
function sinceWords(since: FleetState['since'][string] | undefined, now: number): string {
	if (!since) return 'since when is not known';
	const span = spanWords(now - since.at);
	return since.seen ? `seen ${span} ago` : `for at least ${span}`;
}

export function playersWords({onlinePlayers, maxPlayers}: GameServer): string {
	if (onlinePlayers === undefined) return 'players not known';
	const count = Math.max(0, onlinePlayers);
	return maxPlayers === undefined ? counted(count, 'player') : `${count} of ${counted(maxPlayers, 'player')}`;
}

export function nodeWords({nodeName, nodeId}: GameServer): string | undefined {
	const name = nodeName ?? nodeId;
	return name === undefined ? undefined : `node ${name}`;
}

/** `DOWN ark-rag-1, OFFLINE, seen 12 minutes ago`. */
export function stateLine(fleet: FleetState, server: GameServer, now: number): string {
	const {state, expected} = shownState(fleet, server.id);
	const hope = expected ? ' expected after our act' : '';
	const since = sinceWords(fleet.since[server.id], now);
	return `${phaseWord(state)} ${nameOf(server)}, ${state ?? 'no state'}${hope}, ${since}`;
}

/** Core speaks of keys; here the same is done by lines. */
const spoken: readonly [RegExp, string][] = [
	[/\bu (recalls|can cancel|cancels)\b/g, ':undo $1'],
	[/\bo shows\b/g, ':jobs shows'],
	[/\br asks again\b/g, ':refresh asks again'],
	[/\b(Refresh|refresh) with r\b/g, '$1 with :refresh'],
	[/\bp goes on with the rest, A aborts it\b/g, ':jobs go on goes on with the rest, :jobs abort aborts it'],
	[/\bwith R\b/g, 'with :restart'],
	[/\bPress q again\b/g, ':quit once more'],
	[/: use i\./g, ': send it as a command.'],
];

export const inWords = (text: string): string =>
	spoken.reduce((told, [keys, words]) => told.replace(keys, words), text);
