import {isSameState} from '../../../contract/states.ts';
import type {AutomationRun} from '../../../contract/models/automation.ts';
import type {NodeTask} from '../../../contract/models/node.ts';
import type {GameServer, ServerCommand} from '../../../contract/models/server.ts';
import type {FeedEvent, FeedSignal, FeedStatus} from '../../../contract/packets.ts';
import {isSameCommand} from '../../../contract/rcon-text.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {
	sanitizeCommand,
	sanitizeOutput,
	sanitizeRun,
	sanitizeState,
	sanitizeTask,
} from '../../kernel/text/sanitize.ts';
import type {FleetState} from '../../servers/fleet.ts';
import {noteChanges} from '../../servers/read-fleet.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import type {State} from '../../state.ts';
import {feedDoubt, feedWord, longWaitMs} from '../../kernel/state/feed-state.ts';
import {formatDuration} from '../../../lib/time/ago.ts';
import {isKnownIdentity} from './identity.ts';
import type {PrintedEvent} from './buffer.ts';
import {consoleMessages} from '../../../messages/console.ts';

/** The interval at which feed bursts are processed, so that keys never wait for them. */
const flushEveryMs = 33;
/** Of a flood, keys and frames are handled in between: these take a few milliseconds. */
const maxAtOnce = 500;

/**
Opens the team's feed as soon as the team is known, and reconnects it once refused credentials are accepted again: the
feed itself waits long after a refusal.
*/
export function followTeamFeed(services: Services): () => void {
	const {store, refreshers} = services;
	let stopFeed: (() => void) | undefined;
	let isRefused = false;
	const start = () => {
		const {team} = store.getState().access;
		if (!team || stopFeed) return;
		stopWaiting();
		const feed = followFeed(services, team.id);
		stopFeed = feed.stop;
		refreshers.redialFeed = feed.redial;
	};
	const redialOnceAccepted = () => {
		const {access, feed} = store.getState();
		const wasRefused = isRefused;
		isRefused = access.problem?.status === 401;
		if (wasRefused && !isRefused && feed.status?.status !== 'live') refreshers.redialFeed();
	};
	const stopWaiting = store.subscribe(start);
	const stopWatching = store.subscribe(redialOnceAccepted);
	return () => {
		stopWaiting();
		stopWatching();
		stopFeed?.();
	};
}

/** Follows the team's feed. The returned functions reconnect and close it. */
export function followFeed(services: Services, teamId: string): {redial: () => void; stop: () => void} {
	const {openFeed, clock, store} = services;
	if (!openFeed) {
		const status: FeedStatus = {status: 'off', reason: consoleMessages.feed.notConfigured};
		store.dispatch({type: 'feed/changed', at: clock.now(), status});
		return {redial: () => {}, stop: () => {}};
	}
	const waiting: FeedEvent[] = [];
	let cancelFlush: (() => void) | undefined;
	let flushedTick = -Infinity;
	const flush = () => {
		cancelFlush = undefined;
		applyEvents(services, waiting.splice(0, maxAtOnce));
		flushedTick = clock.monotonic();
		if (waiting.length > 0) cancelFlush = clock.after(1, flush);
	};
	const refusals = createRefusalNotices(services);
	const stopDoubting = warnOfDoubt(services);
	const feed = openFeed(teamId, signal => {
		if (signal.type === 'status') {
			const status = sanitizeStatus(signal.status);
			followStatus(services, {...signal, status});
			refusals.report(status);
			return;
		}
		for (const event of signal.events) waiting.push(event);
		if (cancelFlush || waiting.length === 0) return;
		const waitMs = flushedTick + flushEveryMs - clock.monotonic();
		if (waitMs > 0) cancelFlush = clock.after(waitMs, flush);
		else flush();
	});
	return {
		redial: () => {
			refusals.again();
			feed.redial();
		},
		stop: () => {
			cancelFlush?.();
			stopDoubting();
			feed.close();
		},
	};
}

/** Warns once that a connected feed does not deliver. */
function warnOfDoubt(services: Services): () => void {
	const {store} = services;
	let word = feedWord(store.getState().feed);
	return store.subscribe(() => {
		const {feed} = store.getState();
		const before = word;
		word = feedWord(feed);
		const doubt = feedDoubt(feed);
		if (doubt !== undefined && before !== 'LIVE?') notify(services, 'warning', doubt);
	});
}

function followStatus(services: Services, {at, status}: Extract<FeedSignal, {type: 'status'}>): void {
	const {store, refreshers, clock} = services;
	const before = store.getState().feed.status;
	const retryMs = 'retryAt' in status && status.retryAt !== undefined ? status.retryAt - at : undefined;
	const retry = retryMs === undefined ? {} : {retryTick: clock.monotonic() + retryMs};
	store.dispatch({type: 'feed/changed', at, status, ...retry});
	// For a feed that was live, the console shows a gap instead.
	if (before?.status === 'connecting' && before.reason === undefined && 'reason' in status) {
		const instead = store.getState().fleet.problem
			? consoleMessages.feed.noPolls
			: consoleMessages.feed.polls;
		const isLong = retryMs !== undefined && retryMs >= longWaitMs;
		const again = isLong ? consoleMessages.feed.retryIn(formatDuration(retryMs)) : '';
		notify(services, 'warning', consoleMessages.feed.none(again, status.reason, instead));
	}
	// Answers from the time without feed are among the stored commands.
	const gap = store.getState().feed.gaps.at(-1);
	if (status.status === 'live' && gap && !gap.closed) refreshers.pollNow();
}

function sanitizeStatus(status: FeedStatus): FeedStatus {
	if (status.status === 'live') {
		const refused = status.refused?.map(({destination, reason}) => ({
			destination: printableLine(destination),
			reason: printableLine(reason),
		}));
		return refused ? {...status, refused} : status;
	}
	return status.reason === undefined ? status : {...status, reason: printableLine(status.reason)};
}

/** Reports each refused destination once, and again only after it was granted or the user reconnected. */
function createRefusalNotices(services: Services) {
	let reported = new Set<string>();
	return {
		report: (status: FeedStatus) => {
			if (status.status !== 'live') return;
			const refused = status.refused ?? [];
			for (const {destination, reason} of refused) {
				if (reported.has(destination)) continue;
				notify(services, 'warning', consoleMessages.feed.refused(destination, asSentence(reason)));
			}
			reported = new Set(refused.map(({destination}) => destination));
		},
		again: () => reported.clear(),
	};
}

const asSentence = (text: string) => (/[.!?\u2026]$/.test(text) ? text : `${text}.`);

/** Limit of consoles for unlisted servers. A new server may not be listed yet. */
const maxUnlisted = 500;

/** Leaves out unlisted targets, whose number has no limit. */
function applyTasks({store}: Services, tasks: ReadonlyMap<string, NodeTask>): void {
	const {at, servers} = store.getState().fleet;
	const isListed = (target: string) => at === undefined || servers.has(target);
	const known = tasks
		.entries()
		.map(([id, task]): [string, NodeTask] => [id, {...task, targetIds: task.targetIds.filter(isListed)}]);
	store.dispatch({type: 'scheduled/received', tasks: new Map(known)});
	store.dispatch({type: 'nodes/tasksHeard', tasks});
}

/** Returns whether nothing was missed since the last poll, because it was answered while the feed was live. */
const isWholeFeed = ({feed, fleet}: State): boolean =>
	feed.status?.status === 'live' && fleet.at !== undefined && fleet.at >= feed.since;

const receivedEvents = (
	commands: ReadonlyMap<string, ServerCommand[]>,
	at: number,
	tick: number,
	isWhole: boolean,
) =>
	[...commands].map(([serverId, heard]) => ({
		type: 'rcon/received' as const,
		serverId,
		at,
		tick,
		via: 'feed' as const,
		commands: heard,
		isWhole,
	}));

/** Collects the changes of a batch of events to the list. */
function collectChanges({servers}: FleetState) {
	const changes = new Map<string, Partial<GameServer>>();
	let isHeard = false;
	const add = (serverId: string, change: Partial<GameServer>) => {
		isHeard = true;
		changes.set(serverId, {...changes.get(serverId), ...change});
	};
	return {
		add,
		addPlayers: ({serverId, players, state}: HeardServer) => {
			isHeard = true;
			const server = servers.get(serverId);
			// A packet about a large team repeats known facts about most servers.
			const isKnown =
				server !== undefined &&
				!changes.has(serverId) &&
				(players ?? server.onlinePlayers) === server.onlinePlayers &&
				isSameState(state ?? server.state, server.state);
			if (isKnown) return;
			add(serverId, {
				...(players !== undefined && {onlinePlayers: players}),
				...(state !== undefined && {state: sanitizeState(state)}),
			});
		},
		/** Undefined if no event was about the list. */
		all: () => (isHeard ? Array.from(changes, ([serverId, change]) => ({serverId, change})) : undefined),
	};
}

/**
Returns the server of an answer that names none: the one in whose console its id is known, or else the only one where this
command waits for an answer.
*/
function serverOfCommand(
	consoles: State['console'],
	{command, commandId}: ServerCommand,
): string | undefined {
	if (commandId !== undefined)
		for (const [serverId, {known}] of consoles) if (isKnownIdentity(known, commandId)) return serverId;
	const waiting = [...consoles].filter(([, {open}]) => open.some(one => isSameCommand(one.command, command)));
	return waiting.length === 1 ? waiting[0]?.[0] : undefined;
}

type HeardServer = Extract<FeedEvent, {kind: 'players'}>['servers'][number];

function applyEvents(services: Services, events: readonly FeedEvent[]): void {
	const {store, clock} = services;
	const at = clock.now();
	const before = store.getState().fleet;
	const commands = new Map<string, ServerCommand[]>();
	const changes = collectChanges(before);
	const runs: AutomationRun[] = [];
	const tasks = new Map<string, NodeTask>();
	const printed: PrintedEvent[] = [];
	let unreadable = 0;
	let hasTeamEntry = false;
	const {console: consoles} = store.getState();
	const unlisted = new Set<string>();
	const hasRoom = (serverId: string) => {
		if (before.servers.has(serverId) || consoles.has(serverId)) return true;
		if (consoles.size + unlisted.size < before.servers.size + maxUnlisted) unlisted.add(serverId);
		return unlisted.has(serverId);
	};
	for (const event of events) {
		switch (event.kind) {
			case 'rcon': {
				const serverId = event.packet.serverId ?? serverOfCommand(consoles, event.packet.command);
				if (serverId === undefined) {
					unreadable++;
					break;
				}
				const known = commands.get(serverId);
				const command = sanitizeCommand(event.packet.command);
				if (known) known.push(command);
				else if (!hasRoom(serverId)) unreadable++;
				else commands.set(serverId, [command]);
				break;
			}
			case 'state':
				changes.add(event.serverId, {state: sanitizeState(event.state)});
				break;
			case 'players':
				for (const server of event.servers) changes.addPlayers(server);
				break;
			case 'unreadable':
				unreadable++;
				break;
			case 'task':
				tasks.set(event.task.id, sanitizeTask(event.task));
				break;
			case 'run':
				runs.push(sanitizeRun(event.run));
				break;
			case 'output':
				if (!hasRoom(event.serverId)) unreadable++;
				else
					printed.push({
						type: 'console/printed',
						serverId: event.serverId,
						id: services.newId(),
						at,
						...sanitizeOutput(event.output),
					});
				break;
			case 'journal':
				hasTeamEntry = true;
				break;
			case 'backup':
				break;
		}
	}
	const heard = changes.all();
	if (heard) store.dispatch({type: 'fleet/received', at, changes: heard});
	noteChanges(services, before, 'feed');
	const all = receivedEvents(commands, at, clock.monotonic(), isWholeFeed(store.getState()));
	if (all.length > 0) store.dispatch({type: 'rcon/allReceived', all});
	if (printed.length > 0) store.dispatch({type: 'console/allChanged', all: printed});
	if (tasks.size > 0) applyTasks(services, tasks);
	if (runs.length > 0) store.dispatch({type: 'automations/ran', runs});
	// Read from the service, so that none is missed.
	if (hasTeamEntry) services.refreshers.syncTeamJournal();
	store.dispatch({type: 'feed/received', at, unreadable});
}
