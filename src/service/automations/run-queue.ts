import {pause} from '../../lib/time/clock.ts';
import type {ServiceContext} from '../context.ts';
import {putRun} from '../records/publish.ts';
import {isUnfinished, type RunRecord, type RunStatus} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {whenAvailable} from '../when-available.ts';
import {finishedRun, interruptedRun} from './automation-runner.ts';
import {changeRun, runSteps, withStep} from './run-steps.ts';

/*
The runs that are accepted and have not ended. A run is stored as QUEUED in the transaction that accepts it. One
instance claims it in a transaction and performs it: no step that does something is ever performed by two. If the
instance ends, its runs fail, or wait for another one if they were only waiting.
*/

export type RunQueue = {
	/** Performs a queued run in the background, unless another instance claims it. */
	start: (runId: string) => void;
	/** Returns the runs that this instance has claimed or is about to claim. */
	running: () => string[];
	/** Ends a run of this instance, and does nothing with others. */
	cancel: (runId: string) => void;
	/** Starts no further run or step, and waits a while for the steps in progress that do something. */
	leave: () => Promise<void>;
};

/** How long an instance that closes waits for steps in progress. */
const maxStepMs = 5000;

type Running = {cancel: AbortController; done: Promise<void>};

/** `inBackground` never rejects. */
export function openRunQueue(
	service: ServiceContext,
	instanceId: string,
	inBackground: (job: () => Promise<void>) => Promise<void>,
): RunQueue {
	const running = new Map<string, Running>();
	const leaving = new AbortController();
	const claimAndPerform = async (runId: string, cancel: AbortController) => {
		const run = await claim(service, instanceId, runId);
		if (!run) return;
		try {
			await perform(service, run, cancel, leaving.signal);
		} catch (error) {
			const {clock, closed} = service;
			if (!closed.aborted)
				await changeRun(service, run, latest => finishedRun(latest, 'FAILED', clock.now()));
			throw error;
		}
	};
	return {
		start: runId => {
			if (running.has(runId) || leaving.signal.aborted || service.closed.aborted) return;
			const cancel = new AbortController();
			const done = inBackground(() => claimAndPerform(runId, cancel).finally(() => running.delete(runId)));
			running.set(runId, {cancel, done});
		},
		running: () => [...running.keys()],
		cancel: runId => running.get(runId)?.cancel.abort('CANCELED' satisfies RunStatus),
		leave: async () => {
			leaving.abort();
			const over = new AbortController();
			const tooLong = pause(service.clock, maxStepMs, over.signal).catch(() => {});
			const done = Promise.all([...running.values()].map(run => run.done));
			await Promise.race([done, tooLong]).finally(() => over.abort());
		},
	};
}

/** Claims a run for an instance, and starts its first step. Returns undefined if another one has claimed it. */
function claim(service: ServiceContext, instanceId: string, runId: string): Promise<RunRecord | undefined> {
	const once = async (transaction: Transaction) => {
		const run = await transaction.runs.get(runId);
		if (!run || !isUnfinished(run)) return undefined;
		// By this call: the connection was lost during its commit.
		if (run.claimedBy === instanceId) return run;
		if (run.claimedBy !== undefined) return undefined;
		// Without its record, the others take this instance for dead and would not end the run.
		if (!(await transaction.instances.get(instanceId))) return undefined;
		const startedAt = service.clock.now();
		if (run.status !== 'QUEUED') {
			// Of an instance that has ended, or of a version whose runs were not claimed.
			const left = interruptedRun(run, startedAt);
			if (!isUnfinished(left)) return void (await putRun(service, transaction, left));
			return putRun(service, transaction, {...left, claimedBy: instanceId});
		}
		const started: RunRecord = {...run, status: 'RUNNING', startedAt, claimedBy: instanceId};
		return putRun(service, transaction, withStep(started, 0, startedAt));
	};
	return whenAvailable(service, () => service.records.transact(once));
}

/** Performs a run, and records how it ends unless the service closes. */
async function perform(
	service: ServiceContext,
	run: RunRecord,
	cancel: AbortController,
	leaving: AbortSignal,
): Promise<void> {
	const {clock, closed} = service;
	const over = new AbortController();
	const {runTimeoutSec, startedAt = run.createdAt} = run;
	const leftMs = startedAt + runTimeoutSec * 1000 - clock.now();
	const endLate = () => cancel.abort('TIMEOUTED' satisfies RunStatus);
	if (leftMs > 0) void pause(clock, leftMs, over.signal).then(endLate, () => {});
	else endLate();
	try {
		const signal = AbortSignal.any([cancel.signal, closed]);
		const result = await runSteps(service, run, {signal, leaving});
		if (closed.aborted) return;
		const ended = cancel.signal.reason === 'TIMEOUTED' ? 'TIMEOUTED' : 'CANCELED';
		const status = cancel.signal.aborted ? ended : result;
		if (status) await changeRun(service, run, latest => finishedRun(latest, status, clock.now()));
	} finally {
		over.abort();
	}
}

/** Ends or releases the runs of an instance that has ended, and forgets it. The first of several instances does it. */
export function releaseRunsOf(service: ServiceContext, instanceId: string): Promise<void> {
	return service.records.transact(async transaction => {
		if (!(await transaction.instances.get(instanceId))) return;
		for (const run of await transaction.runs.unfinishedOf(instanceId))
			await putRun(service, transaction, interruptedRun(run, service.clock.now()));
		await transaction.instances.remove(instanceId);
	});
}
