import {linearPattern} from '../../lib/text/linear-pattern.ts';
import {isActive, isRunning, type Watch, type WatchResult, type WatchTarget} from './watches.ts';
import {watchRunMessages} from '../../messages/watch.ts';
import {nameOf} from '../../actions/names.ts';
import type {WatchPlan} from '../../actions/plan.ts';
import {maxWatchMs} from '../../actions/watch.ts';
import {runTyped} from '../console/send/send-command.ts';
import type {Failure} from '../kernel/state/failure.ts';
import {lineOf} from '../console/record/line-by-id.ts';
import {outcomeOf} from '../console/record/outcome.ts';
import {waitUntil} from '../kernel/state/wait-until.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {quietLineId} from '../console/record/unread.ts';
import type {State} from '../state.ts';
import {largest} from '../../lib/lists/long-lists.ts';

type RunningWatch = Pick<Watch, 'stopWhen' | 'calls' | 'budget' | 'endsAt' | 'everyMs'> & {
	targets: readonly Pick<Watch['targets'][number], 'now'>[];
};

/** Returns why a watch has no next run; undefined while it continues. */
export function watchEnd(
	{targets, stopWhen, calls, budget, endsAt, everyMs}: RunningWatch,
	now: number,
): string | undefined {
	const matcher = stopWhen === undefined ? undefined : linearPattern(stopWhen);
	if (stopWhen !== undefined && targets.every(({now: result}) => says(result, matcher))) {
		return watchRunMessages.end.found(stopWhen, targets.length);
	}
	if (calls + targets.length > budget) return watchRunMessages.end.budgetSpent(budget);
	return now + everyMs > endsAt ? watchRunMessages.end.timeOver : undefined;
}

const says = (result: WatchResult | undefined, matcher: ReturnType<typeof linearPattern> | undefined) =>
	result?.kind === 'answer' && matcher && !('problem' in matcher) && matcher.has(result.text);

/** Creates the watch of a plan, before any command is sent. */
export function newWatch({newId, clock}: Pick<Services, 'newId' | 'clock'>, plan: WatchPlan): Watch {
	const {servers, ...rest} = plan;
	const at = clock.now();
	return {
		...rest,
		id: newId(),
		startedAt: at,
		endsAt: at + maxWatchMs,
		calls: 0,
		runs: 0,
		changes: 0,
		lastAt: undefined,
		nextAt: undefined,
		over: undefined,
		isPaused: false,
		targets: servers.map(server => ({
			serverId: server.id,
			name: nameOf(server),
			gameType: server.gameType,
			now: undefined,
			lastSaid: undefined,
			changedAt: undefined,
		})),
	};
}

/** Runs a command repeatedly until the watch ends or is ended. Runs do not overlap. */
export function startWatch(services: Services, watch: Watch): void {
	services.store.dispatch({type: 'watches/started', watch});
	void runOnce(services, watch.id);
}

async function runOnce(services: Services, watchId: string): Promise<void> {
	const {store, clock} = services;
	const isPaused = ({watches}: State) => watches.some(one => one.id === watchId && one.isPaused);
	if (isPaused(store.getState())) await waitUntil(services, state => !isPaused(state));
	const watch = watchOf(services, watchId);
	if (!watch || !isActive(watch) || services.ended.aborted) return;
	const since = clock.monotonic();
	store.dispatch({type: 'watches/asked', watchId, at: clock.now()});
	const failures = await Promise.all(watch.targets.map(target => ask(services, watch, target)));
	const done = watchOf(services, watchId);
	if (!done || !isRunning(done)) return;
	ringAtChange(services, watch, done);
	const isRefused = failures.some(failure => failure?.status === 401 || failure?.status === 403);
	const reason = isRefused ? watchRunMessages.end.forbidden : watchEnd(done, clock.now());
	if (reason !== undefined) {
		endWatch(services, watchId, reason);
		return;
	}
	const asked = failures.map(failure => failure?.retryAfterMs ?? 0);
	const delayMs = largest([0, ...asked, since + done.everyMs - clock.monotonic()]);
	store.dispatch({type: 'watches/planned', watchId, nextAt: clock.now() + delayMs});
	clock.after(delayMs, () => void runOnce(services, watchId));
}

/** A failure is a result like any other, and is retried only in the next run. */
async function ask(services: Services, watch: Watch, {serverId}: WatchTarget): Promise<Failure | undefined> {
	const {store, clock} = services;
	const localId = lineId(watch.id, services.newId());
	await runTyped(services, serverId, watch.command, {localId, yields: true, isProbe: true});
	const line = lineOf(store.getState(), serverId, localId);
	const outcome = outcomeOf(line);
	const result: WatchResult =
		outcome.kind === 'answered'
			? {at: clock.now(), kind: 'answer', text: outcome.text.replace(/^\n+/, '').trimEnd()}
			: {at: clock.now(), kind: 'problem', text: wordsOf(outcome)};
	if (line?.status !== 'recalled') {
		store.dispatch({type: 'watches/answered', watchId: watch.id, serverId, result});
	}
	return line?.failure;
}

const wordsOf = (outcome: Exclude<ReturnType<typeof outcomeOf>, {kind: 'answered'}>): string =>
	outcome.kind === 'problem' ? [outcome.word, ...outcome.sentences.slice(0, 1)].join(': ') : outcome.word;

const lineId = (watchId: string, id: string) => quietLineId(`watch:${watchId}:${id}`);

/** Returns whether a console line was sent by a watch, by its id. */
export const isOfWatch = (id: string): boolean => id.startsWith(quietLineId('watch:'));

const watchOf = ({store}: Services, watchId: string): Watch | undefined =>
	store.getState().watches.find(({id}) => id === watchId);

function ringAtChange({frontEnd}: Services, before: Watch, {bell, changes}: Watch): void {
	if (bell && changes > before.changes) frontEnd.bell();
}

/** Ends a watch: queued commands are not sent; sent commands still get their answer. */
export function endWatch(services: Services, watchId: string, reason: string): void {
	const {store, clock, waits, frontEnd} = services;
	const watch = watchOf(services, watchId);
	if (!watch || !isRunning(watch)) return;
	store.dispatch({type: 'watches/ended', watchId, at: clock.now(), reason});
	for (const [id, {start, stop}] of waits) if (start && id.startsWith(lineId(watchId, ''))) stop();
	if (watch.bell) frontEnd.bell();
	notify(services, 'info', watchRunMessages.over(watch.command, reason));
}

/** Ends all watches, because nothing is sent after the end of a session. */
export function dropWatches({store, clock}: Services): void {
	for (const watch of store.getState().watches.filter(isRunning)) {
		const over = {watchId: watch.id, at: clock.now(), reason: watchRunMessages.end.closed};
		store.dispatch({type: 'watches/ended', ...over});
	}
}
