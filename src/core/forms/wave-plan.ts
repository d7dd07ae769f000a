import type {Api} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Wave} from '../actions/wave.ts';
import {powerRequest, powerWords, type PowerAct, type PowerValues} from './power-request.ts';
import {compareNames, nameOf, nodeOf} from '../list/order.ts';
import {plural} from '../../lib/plural.ts';

/**
When the next server's turn comes. `ready`: the one before is where it should be and has answered a command. `state`:
it is where it should be. `accepted`: the service took the request.
*/
export type GateName = 'ready' | 'state' | 'accepted';

export type WaveValues = PowerValues & {
	/** How many at the same time. */
	atOnce: number;
	/** Minutes until one counts as not come back, from the moment at which its act begins. */
	deadline: number;
	gate?: GateName;
};

const aims: Record<PowerAct, {phase: 'online' | 'offline'; probed: boolean; leaves: boolean}> = {
	restart: {phase: 'online', probed: true, leaves: true},
	stop: {phase: 'offline', probed: false, leaves: false},
	start: {phase: 'online', probed: true, leaves: false},
};

const verbs: Record<PowerAct, string> = {restart: 'Restart', stop: 'Stop', start: 'Start'};

/** Those with the fewest players first, and from node to node, so that no node carries two at once if it can be. */
export function waveOrder(servers: readonly GameServer[]): GameServer[] {
	const players = ({onlinePlayers}: GameServer) => Math.max(0, onlinePlayers ?? 0);
	const byNode = Map.groupBy(
		servers.toSorted((a, b) => players(a) - players(b) || compareNames(nameOf(a), nameOf(b))),
		nodeOf,
	);
	const turns = [...byNode.values()].flatMap(of => of.map((server, turn) => ({server, turn})));
	return turns
		.toSorted((a, b) => a.turn - b.turn || players(a.server) - players(b.server))
		.map(({server}) => server);
}

const waveTitle = (act: PowerAct, {force = false}: PowerValues, count: number): string =>
	`${force ? 'Forced stop' : verbs[act]} of ${plural(count, 'server')}`;

/** What proves that one is done, in words. */
export function proofOf(act: PowerAct, gate: GateName): string {
	if (gate === 'accepted') return 'the service has accepted it';
	const {phase, probed} = aims[act];
	if (phase === 'offline') return 'it is OFFLINE';
	return gate === 'ready' && probed ? 'it is ONLINE and has answered a command' : 'it is ONLINE';
}

/** The wave over these servers, in the order given. */
export function waveOf(
	act: PowerAct,
	servers: readonly GameServer[],
	values: WaveValues,
	{api, id, now}: {api: Api; id: string; now: number},
): Wave {
	const {gate = 'ready', delay, atOnce, deadline} = values;
	const aim = aims[act];
	return {
		job: {
			id,
			act,
			title: waveTitle(act, values, servers.length),
			startedAt: now,
			status: 'running',
			reason: undefined,
			steps: servers.map(server => ({
				serverId: server.id,
				name: nameOf(server),
				status: 'waiting' as const,
				at: now,
				text: '',
			})),
			restAs: {words: waveCommand(act, values), text: undefined},
		},
		atOnce,
		deadlineMs: deadline * 60_000,
		delayMs: (delay ?? 0) * 60_000,
		gate: gate === 'accepted' ? undefined : {...aim, probed: aim.probed && gate === 'ready'},
		expects: {state: act === 'start' ? 'INITIALIZING' : 'STOPPING', withinMs: 60_000},
		send: serverId => powerRequest(act, serverId, values).send(api),
	};
}

/** The same as a command, without its servers. */
export const waveCommand = (act: PowerAct, values: WaveValues): string[] => [
	act,
	...powerWords(values),
	'--wave',
	String(values.atOnce),
	'--gate',
	values.gate ?? 'ready',
	'--gate-minutes',
	String(values.deadline),
	'--yes',
];
