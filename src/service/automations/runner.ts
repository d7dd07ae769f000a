import {randomUUID} from 'node:crypto';
import type {Reading, Records, Transaction} from '../records/repositories.ts';
import {pause} from '../../lib/time/clock.ts';
import type {ServiceContext} from '../context.ts';
import {publishRun, putRun} from '../records/publish.ts';
import {type AutomationRecord, isUnfinished, type RunRecord} from '../records/records.ts';
import {isUnavailable, whenAvailable} from '../when-available.ts';
import {isFinishedRun, isOfAutomation, isUnfinishedRun} from '../records/tables.ts';
import {type AutomationRunner, finishedRun, type StateChange} from './automation-runner.ts';
import {firedRun, isDueAt, newRun, triggeredBy, triggeredRuns} from './new-runs.ts';
import {openRunQueue, releaseRunsOf, type RunQueue} from './run-queue.ts';
import {openSchedule} from './schedule.ts';

/** An instance whose record is the same in this number of readings has ended. Its clock does not matter. */
const maxUnchanged = 6;

/** Shows the others that this instance lives, and notices which of them have ended. */
function watchInstances(records: Records, instanceId: string) {
	const seen = new Map<string, {beat: number; unchanged: number}>();
	return {
		/** Returns false if the others have taken this instance for dead, and it is present again. */
		beat: () =>
			records.transact(async ({instances}) => {
				const own = await instances.get(instanceId);
				await instances.put({id: instanceId, beat: (own?.beat ?? 0) + 1});
				return own !== undefined;
			}),
		others: () =>
			records.read(async ({instances}) => (await instances.all()).filter(({id}) => id !== instanceId)),
		/** Returns the ids of those that have ended. Call it with `others` after each `beat`. */
		endedOf: (others: readonly {id: string; beat: number}[]): string[] => {
			for (const id of seen.keys()) if (!others.some(other => other.id === id)) seen.delete(id);
			return others.flatMap(({id, beat}) => {
				const before = seen.get(id);
				const unchanged = before?.beat === beat ? before.unchanged + 1 : 0;
				seen.set(id, {beat, unchanged});
				return unchanged >= maxUnchanged ? [id] : [];
			});
		},
	};
}

/** Per team. */
const maxRuns = 1000;

type OnBug = (bug: unknown) => void;

export function createRunner(service: ServiceContext, onBug: OnBug): AutomationRunner {
	const {records, clock, bus, closed} = service;
	const instanceId = randomUUID();
	const {inBackground, idle} = openBackground(closed, onBug);
	const queue = openRunQueue(service, instanceId, inBackground);
	const accept = createAccept(service, queue);
	const schedule = openSchedule(service, inBackground, {
		fire: (automationId, time) => fireScheduled(service, accept, automationId, time),
		isDue: (automationId, time) =>
			whenAvailable(service, () =>
				records.read(async reading => (await findDue(reading, automationId, time)) !== undefined),
			),
	});
	const watch = watchInstances(records, instanceId);
	let watching: Promise<void> | undefined;
	bus.on('automations', () => void schedule.rearm());
	bus.on('run-ended', ({runId}) => queue.cancel(runId));
	return {
		trigger: async (transaction, automation, cause = {}) => {
			const servers = cause.targetIds ? [] : await transaction.servers.ofTeam(automation.teamId);
			return accept(transaction, newRun(service, automation, servers, cause));
		},
		canStartRun: async ({runs}, teamId) =>
			(await runs.unfinishedOfTeam(teamId)).length < service.limits.maxUnfinishedRuns,
		onStateChange: change => {
			if (service.supervises && !closed.aborted) fireInStore(service, queue, change);
		},
		onChangedStates: async (transaction, changes) => {
			const [first] = changes;
			if (!first || !service.supervises) return;
			const automations = await transaction.automations.ofTeam(first.server.teamId);
			for (const change of changes) {
				const triggered = triggeredBy(change, automations);
				if (triggered.length > 0) await fireTriggered(service, accept, transaction, {change, triggered});
			}
		},
		cancel: async (transaction, run) => {
			if (!isUnfinished(run)) return run;
			transaction.afterCommit(() => bus.send({kind: 'run-ended', runId: run.id}));
			const canceled = {...run, cancelRequested: true};
			const isQueued = run.status === 'QUEUED';
			return putRun(
				service,
				transaction,
				isQueued ? finishedRun(canceled, 'CANCELED', clock.now()) : canceled,
			);
		},
		open: async () => {
			await watch.beat();
			// Nobody else uses the records.
			if (!service.isShared) for (const {id} of await watch.others()) await releaseRunsOf(service, id);
		},
		start: async () => {
			if (service.isShared && service.supervises)
				watching = sweepUntilClosed(service, {watch, queue, schedule, onBug});
			if (service.supervises) await startUnclaimed(service, queue);
			await schedule.rearm();
		},
		idle,
		leave: async () => {
			// A single process that closes does not wait.
			if (service.isShared) await queue.leave();
		},
		close: async () => {
			schedule.close();
			await watching;
			// The other instances, or the next one, do it if the records cannot be reached.
			await releaseRunsOf(service, instanceId).catch(() => {});
		},
	};
}

type Accept = (transaction: Transaction, run: RunRecord) => Promise<RunRecord>;

/** Stores new runs. Those that have not failed already start after the commit. */
function createAccept(service: ServiceContext, queue: RunQueue): Accept {
	return async (transaction, run) => {
		const record = await putRun(service, transaction, run);
		await transaction.runs.dropOldest(run.teamId, maxRuns);
		if (isUnfinished(run)) transaction.afterCommit(() => queue.start(run.id));
		return record;
	};
}

/** A time of a schedule that is later than this is skipped: the records could not be reached, or the machine was asleep. */
const maxLateMs = 300_000;

/** Returns the automation if the time is still one of its schedule, and no instance has fired it. */
async function findDue(
	{automations, runs}: Reading,
	automationId: string,
	time: number,
): Promise<AutomationRecord | undefined> {
	const automation = await automations.get(automationId);
	if (!automation || !isDueAt(automation, time)) return undefined;
	return (await runs.atTime(automationId, time)) ? undefined : automation;
}

function fireScheduled(
	service: ServiceContext,
	accept: Accept,
	automationId: string,
	scheduledFireAt: number,
): Promise<boolean> {
	const once = async (transaction: Transaction) => {
		const {runs, servers} = transaction;
		const automation = await findDue(transaction, automationId, scheduledFireAt);
		if (!automation) return;
		const unfinished = await runs.unfinishedOfTeam(automation.teamId);
		// If a run is longer than its schedule's interval, no second run starts beside it.
		if (unfinished.some(run => run.automationId === automationId)) return;
		const newest = await runs.newestOf(automationId);
		const ofTeam = await servers.ofTeam(automation.teamId);
		const facts = {servers: ofTeam, unfinished, newestOf: () => newest};
		const run = firedRun(service, automation, facts, {scheduledFireAt});
		if (run) await accept(transaction, run);
	};
	return whenAvailable(service, async () => {
		if (service.clock.now() > scheduledFireAt + maxLateMs) return false;
		await service.records.transact(once);
		return true;
	});
}

async function fireTriggered(
	service: ServiceContext,
	accept: Accept,
	transaction: Transaction,
	{change, triggered}: {change: StateChange; triggered: readonly AutomationRecord[]},
): Promise<void> {
	const {runs, servers} = transaction;
	const {teamId} = change.server;
	const newest = new Map<string, RunRecord | undefined>();
	for (const {id} of triggered) newest.set(id, await runs.newestOf(id));
	const facts = {
		servers: await servers.ofTeam(teamId),
		unfinished: await runs.unfinishedOfTeam(teamId),
		newestOf: (id: string) => newest.get(id),
	};
	for (const run of triggeredRuns(service, change, triggered, facts)) await accept(transaction, run);
}

/** The same in a transaction of the store. */
function fireInStore(service: ServiceContext, queue: RunQueue, change: StateChange): void {
	const {automations, runs, servers, atomically, afterCommit} = service.store;
	const {teamId} = change.server;
	const triggered = triggeredBy(change, automations.ofTeam(teamId));
	if (triggered.length === 0) return;
	const facts = {
		servers: servers.ofTeam(teamId),
		unfinished: runs.where(`team_id = ? AND ${isUnfinishedRun}`, [teamId]),
		newestOf: (id: string) =>
			runs.where(`place = (SELECT max(place) FROM runs WHERE ${isOfAutomation})`, [id]).at(0),
	};
	atomically(() => {
		for (const run of triggeredRuns(service, change, triggered, facts)) {
			runs.put(run);
			publishRun(service, run);
			if (isUnfinished(run)) afterCommit(() => queue.start(run.id));
		}
		runs.dropOldest(teamId, maxRuns, isFinishedRun, 'true');
	});
}

async function startUnclaimed({records}: ServiceContext, queue: RunQueue): Promise<void> {
	for (const {id} of await records.read(({runs}) => runs.unclaimed())) queue.start(id);
}

const sweepEveryMs = 5000;
/** How many sweeps are between two readings of the schedules, in case a message of the bus was lost. */
const sweepsPerReading = 12;

type Sweeping = {
	watch: ReturnType<typeof watchInstances>;
	queue: RunQueue;
	schedule: {rearm: () => Promise<void>};
	onBug: OnBug;
};

/** Shows that this instance lives, and does what others have left. Never rejects. */
async function sweepUntilClosed(
	service: ServiceContext,
	{schedule, onBug, ...parts}: Sweeping,
): Promise<void> {
	const {clock, closed} = service;
	for (let count = 1; !closed.aborted; count++) {
		try {
			await pause(clock, sweepEveryMs, closed);
			await sweep(service, parts);
			if (count % sweepsPerReading === 0) void schedule.rearm();
		} catch (error) {
			if (!closed.aborted && !isUnavailable(error)) onBug(error);
		}
	}
}

async function sweep(
	service: ServiceContext,
	{watch, queue}: Pick<Sweeping, 'watch' | 'queue'>,
): Promise<void> {
	const {records} = service;
	// The others have ended its runs.
	if (!(await watch.beat())) for (const id of queue.running()) queue.cancel(id);
	for (const id of watch.endedOf(await watch.others())) await releaseRunsOf(service, id);
	await startUnclaimed(service, queue);
	const running = queue.running();
	if (running.length === 0) return;
	const present = await records.read(({runs}) => runs.getMany(running));
	for (const id of running) if (present.get(id)?.cancelRequested ?? true) queue.cancel(id);
}

/** Opens the runner of work that nobody awaits. The close of the service ends it silently. */
function openBackground(closing: AbortSignal, onBug: OnBug) {
	const work = new Set<Promise<void>>();
	return {
		/** Never rejects. */
		inBackground: (job: () => Promise<void>): Promise<void> => {
			const reported = job().catch((error: unknown) => {
				if (!closing.aborted) onBug(error);
			});
			const done = reported.finally(() => work.delete(done));
			work.add(done);
			return done;
		},
		/** Resolves when none is in progress. */
		idle: async () => {
			while (work.size > 0) await Promise.all(work);
		},
	};
}
