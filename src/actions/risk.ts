import type {GameServer} from '../contract/models/server.ts';
import {stripDiacritics} from '../lib/strip-diacritics.ts';
import {serverMessages} from '../messages/servers.ts';
import {phaseOf} from './preconditions.ts';

/**
How hard it is made to send something by mistake. `review`: what would be sent is shown. `hold`: and it is held back
for a moment, in which it can be undone. `type`: and the name of the server, or how many they are, must be typed.
A one-shot command has neither review nor undo: it asks for a yes instead of either.
*/
export type Risk = 'review' | 'hold' | 'type' | 'type-and-hold';

type PowerValues = {delay?: number | undefined; message?: string | undefined; force?: boolean};

/**
One slip must not throw players out unwarned: where it is known that nobody is online, or with a delay and a message, the action is held
for a moment; otherwise the name must be typed, and always to kill a process. For several servers their count must be.
*/
export function powerRisk(
	action: 'start' | 'stop' | 'restart',
	servers: readonly Counted[],
	{delay, message, force = false}: PowerValues,
): Risk {
	if (servers.length > 1) return 'type';
	if (action === 'start') return 'review';
	const isWarned = delay !== undefined && message !== undefined;
	return force || (mayHavePlayers(servers) && !isWarned) ? 'type' : 'hold';
}

export const playersOn = (servers: readonly Pick<GameServer, 'onlinePlayers'>[]): number =>
	servers.reduce((sum, {onlinePlayers}) => sum + Math.max(0, onlinePlayers ?? 0), 0);

type Counted = Pick<GameServer, 'onlinePlayers' | 'state'>;

/** The service does not say how many play, and it may be somebody: of an offline server nobody needs to be told. */
const isUncounted = ({onlinePlayers, state}: Counted): boolean =>
	onlinePlayers === undefined && phaseOf(state) !== 'offline';

export const mayHavePlayers = (servers: readonly Counted[]): boolean =>
	playersOn(servers) > 0 || servers.some(isUncounted);

/** `3 players`, `players not known`, or `3 players and an unknown number on 2 servers`. */
export function playersText(servers: readonly Counted[]): string {
	const uncounted = servers.filter(isUncounted).length;
	if (uncounted === 0) return serverMessages.players(playersOn(servers));
	if (uncounted === servers.length) return serverMessages.playersNotKnown;
	return serverMessages.playersPartlyKnown(playersOn(servers), uncounted);
}

/** Steps after which players are gone. */
export const triggerRisk = (workflow: unknown): Risk =>
	/"(?:type|kind)":"(?:stop|restart|update|wipe|delete)/i.test(JSON.stringify(workflow) ?? '')
		? 'type'
		: 'review';

const harder: Record<Risk, Risk> = {
	review: 'hold',
	hold: 'type',
	type: 'type-and-hold',
	'type-and-hold': 'type-and-hold',
};

/** `protect = "high"` in a profile asks for one level more. */
export const withProtection = (risk: Risk, protect: 'normal' | 'high'): Risk =>
	protect === 'high' ? harder[risk] : risk;

export const asksToType = (risk: Risk): boolean => risk.startsWith('type');
export const isHeld = (risk: Risk): boolean => risk.endsWith('hold');

/** The word itself, or without accents, for terminals that type only ASCII. */
export const isConfirmed = (typed: string, word: string): boolean =>
	[word, stripDiacritics(word)].includes(typed.trim());
