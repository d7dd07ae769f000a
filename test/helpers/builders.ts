import {Node} from '../../src/contract/models/node.ts';
import {type GameServer, placeholderServer, type ServerCommand} from '../../src/contract/models/server.ts';
import type {Team} from '../../src/contract/models/team.ts';
import type {Failure} from '../../src/app/kernel/state/failure.ts';
import {type CommandLine, type Line, linesOf, noLines, sliceOf} from '../../src/app/console/record/lines.ts';
import {emptyConsole} from '../../src/app/console/record/state.ts';
import type {ConsoleBuffer} from '../../src/app/console/record/buffer.ts';
import {initialState, reduce, type Event, type State} from '../../src/app/state.ts';

/** The start time of a `manualClock`: 2026-11-21T03:00:00Z. */
export const startAt = Date.UTC(2026, 10, 21, 3, 0, 0);

/** A server as in the enriched list. */
export const aServer = (given: Partial<GameServer> = {}): GameServer => ({
	...placeholderServer(given.id ?? given.displayName ?? 'srv-1'),
	displayName: 'ark-isl-1',
	teamId: 'team-1',
	nodeId: 'node-1',
	gameType: 'ARK',
	state: 'RUNNING',
	onlinePlayers: 41,
	nodeName: 'eu-1',
	serverIp: '203.0.113.12',
	map: 'TheIsland_WP',
	maxPlayers: 70,
	modCount: 14,
	serverPort: 7777,
	queryPort: 27_015,
	rconPort: 27_020,
	...given,
});

export const aNode = (change: Partial<Node> = {}): Node => ({
	...Node.parse({id: 'n-eu-1'}),
	teamId: 'team-1',
	name: 'eu-1',
	status: 'ONLINE',
	...change,
});

export const aTeam = (given: Partial<Team> = {}): Team => ({
	id: 'team-1',
	name: 'Dev Guild',
	iconImageId: undefined,
	owner: undefined,
	members: [],
	invitedMembers: [],
	applications: undefined,
	inviteCode: undefined,
	limits: undefined,
	...given,
});

export const aCommand = (given: Partial<ServerCommand> = {}): ServerCommand => ({
	command: 'ListPlayers',
	response: 'No Players Connected',
	commandId: 'c-1',
	timestamp: startAt,
	...given,
});

/** A console line: the user's own command, answered after 214 ms. */
export const aLine = (given: Partial<CommandLine> = {}): CommandLine => ({
	kind: 'command',
	id: 'line-1',
	origin: 'me',
	command: 'ListPlayers',
	status: 'answered',
	at: startAt,
	sentAt: startAt,
	order: given.at ?? startAt,
	response: 'No Players Connected',
	commandId: 'c-1',
	timestamp: startAt,
	latencyMs: 214,
	timeoutMs: 5000,
	failure: undefined,
	matched: undefined,
	via: 'answer',
	receivedAt: undefined,
	...given,
});

/** A console with the given lines. */
export const aConsole = (lines: readonly Line[]): ConsoleBuffer => ({...emptyConsole, lines: linesOf(lines)});

/** The lines of a server's console, oldest first. */
export const linesIn = ({console}: Pick<State, 'console'>, serverId: string): Line[] =>
	sliceOf(console.get(serverId)?.lines ?? noLines, 0);

export const aFailure = (given: Partial<Failure> = {}): Failure => ({
	reason: 'refused',
	title: 'The server is not online.',
	hint: 'Start it first.',
	key: 'server.is_not_online',
	status: 409,
	request: 'POST /server/{serverId}/rcon',
	mayHaveRun: false,
	retryAfterMs: undefined,
	...given,
});

/** The state after some events, starting from the initial state. */
export const after = (...events: readonly Event[]): State => events.reduce(reduce, initialState);

export const polled = (servers: readonly GameServer[], at = startAt): Event => ({
	type: 'fleet/polled',
	at,
	latencyMs: 62,
	servers,
	unreadable: [],
});

/** Sets the view, such as its size and current server, with times in UTC. */
export const viewChanged = (change: Partial<State['view']>): Event => ({
	type: 'view/changed',
	change: {time: 'utc', ...change},
});
