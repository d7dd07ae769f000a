import {pause} from '../../lib/clock.ts';
import {setRun} from '../agent/tell.ts';
import {serversOfTeam, type Plane} from '../control-plane.ts';
import type {AutomationRecord, RunRecord, RunStatus, StepRecord} from '../records.ts';
import {readStep} from './steps.ts';
import {targetsOf} from './targets.ts';

export type AutomationRunner = {
	/** Begins a run; `targetIds` instead of the automation's own targets where given. */
	trigger: (automation: AutomationRecord, targetIds?: string[]) => RunRecord;
	/** Ends a run as soon as its step lets go. */
	cancel: (run: RunRecord) => RunRecord;
	/** Runs that a closed sandbox left unfinished are over. */
	abandonUnfinished: () => void;
	close: () => void;
};

const maxRuns = 1000;
type Ending = {status: RunStatus; errorMessage?: string};

export function createRunner(plane: Plane, onBug: (bug: unknown) => void): AutomationRunner {
	const closing = new AbortController();
	const running = new Map<string, AbortController>();
	const {store, clock, newId} = plane;

	const change = (id: string, changes: Partial<RunRecord>) => {
		const run = store.runs.get(id);
		if (run && !closing.signal.aborted) setRun(plane, {...run, ...changes});
		return store.runs.get(id);
	};
	const finish = (id: string, {status}: Ending) => {
		change(id, {status, finishedAt: clock.now()});
		running.delete(id);
	};

	async function run(id: string): Promise<void> {
		const cancel = new AbortController();
		running.set(id, cancel);
		const signal = AbortSignal.any([cancel.signal, closing.signal]);
		const begun = change(id, {status: 'RUNNING', startedAt: clock.now()});
		if (!begun) return;
		const timeout = new AbortController();
		const timer = pause(clock, begun.runTimeoutSec * 1000, AbortSignal.any([signal, timeout.signal]));
		const late = timer.then(
			() => 'TIMEOUTED' as const,
			() => undefined,
		);
		const steps = new AbortController();
		const work = runSteps(id, AbortSignal.any([signal, steps.signal]));
		const status = (await Promise.race([work, late])) ?? 'CANCELED';
		timeout.abort();
		steps.abort();
		if (!closing.signal.aborted) finish(id, {status});
	}

	async function runSteps(id: string, signal: AbortSignal): Promise<RunStatus | undefined> {
		let failed = false;
		const workflow = store.runs.get(id)?.workflow ?? [];
		for (const [index, value] of workflow.entries()) {
			const step = await runStep(id, index, value, signal);
			if (signal.aborted) return undefined;
			failed ||= step.errorMessage !== undefined;
		}
		return failed ? 'FAILED' : 'SUCCEEDED';
	}

	/** A target on which a step fails takes no part in the later ones. (service-facts: Automations) */
	async function runStep(
		id: string,
		index: number,
		value: unknown,
		signal: AbortSignal,
	): Promise<StepRecord> {
		const active = Object.entries(store.runs.get(id)?.targetIds ?? {}).flatMap(([serverId, on]) =>
			on ? [serverId] : [],
		);
		const read = readStep(value, store.runs.get(id)?.teamId ?? '');
		const begun: StepRecord = {index, type: read.type, startedAt: clock.now(), targets: {}};
		change(id, {currentStep: begun});
		const problems = new Map<string, string>();
		if ('problem' in read)
			for (const serverId of active.concat(active.length ? [] : [''])) problems.set(serverId, read.problem);
		else {
			const limit = AbortSignal.any([signal]);
			await read.once?.(plane, limit).catch(error => problems.set('', messageOf(error)));
			await Promise.all(
				active.map(async serverId => {
					const server = store.servers.get(serverId);
					try {
						if (!server) throw new Error('The server is gone.');
						await read.each?.(plane, server, limit);
					} catch (error) {
						problems.set(serverId, messageOf(error));
					}
				}),
			);
		}
		const [errorMessage] = problems.values();
		const step: StepRecord = {
			...begun,
			finishedAt: clock.now(),
			targets: Object.fromEntries(
				active.map(serverId => [serverId, problems.has(serverId) ? 'FAILED' : 'SUCCEEDED']),
			),
			...(errorMessage !== undefined && {errorMessage}),
		};
		const run = store.runs.get(id);
		if (run && !signal.aborted) {
			const targetIds = {...run.targetIds};
			for (const serverId of problems.keys()) if (serverId in targetIds) targetIds[serverId] = false;
			const {currentStep: _, ...rest} = run;
			if (!closing.signal.aborted)
				setRun(plane, {...rest, targetIds, stepHistory: [...run.stepHistory, step]});
		}
		return step;
	}

	return {
		trigger: (automation, targetIds) => {
			const servers = serversOfTeam(plane, automation.teamId);
			const chosen = targetIds ?? targetsOf(automation.targets, servers);
			const begun = setRun(plane, {
				id: newId(),
				automationId: automation.id,
				teamId: automation.teamId,
				status: 'QUEUED',
				createdAt: clock.now(),
				targetIds: Object.fromEntries(chosen.map(serverId => [serverId, true])),
				stepHistory: [],
				cancelRequested: false,
				workflow: automation.workflow,
				runTimeoutSec: automation.runTimeoutSec,
			});
			forgetOld();
			void run(begun.id).catch(onBug);
			return store.runs.get(begun.id) ?? begun;
		},
		cancel: ({id}) => {
			running.get(id)?.abort();
			return change(id, {cancelRequested: true}) as RunRecord;
		},
		abandonUnfinished: () => {
			for (const {id, status} of store.runs.all())
				if (status === 'QUEUED' || status === 'RUNNING') finish(id, {status: 'FAILED'});
		},
		close: () => closing.abort(),
	};

	function forgetOld(): void {
		const surplus = store.runs.count() - maxRuns;
		for (const {id} of store.runs.all().slice(0, Math.max(0, surplus))) store.runs.remove(id);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
