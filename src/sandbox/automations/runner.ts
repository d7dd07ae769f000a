import {pause} from '../../lib/clock.ts';
import {setRun} from '../agent/tell.ts';
import {serversOfTeam, type Plane} from '../control-plane.ts';
import type {AutomationRecord, RunRecord, RunStatus} from '../records.ts';
import {runSteps} from './run-steps.ts';
import {targetsOf} from './targets.ts';

export type AutomationRunner = {
	/** Begins a run; on `targetIds` instead of the automation's own targets where given. */
	trigger: (automation: AutomationRecord, targetIds?: string[]) => RunRecord;
	/** Asks a run to end; it does as soon as its step lets go. */
	cancel: (run: RunRecord) => RunRecord;
	/** Runs that a closed sandbox left unfinished are over. */
	abandonUnfinished: () => void;
	close: () => void;
};

const maxRuns = 1000;
/** Timers know no longer span: 24 days. */
const longestMs = 2 ** 31 - 1;

export function createRunner(plane: Plane, onBug: (bug: unknown) => void): AutomationRunner {
	const {store, clock, newId} = plane;
	const closing = new AbortController();
	const running = new Map<string, AbortController>();

	const finish = (id: string, status: RunStatus) => {
		const run = store.runs.get(id);
		if (!run || closing.signal.aborted) return;
		const {currentStep: _current, ...rest} = run;
		setRun(plane, {...rest, status, finishedAt: clock.now()});
	};

	async function run(begun: RunRecord): Promise<void> {
		const {id, runTimeoutSec} = begun;
		const cancel = new AbortController();
		const over = new AbortController();
		running.set(id, cancel);
		setRun(plane, {...begun, status: 'RUNNING', startedAt: clock.now()});
		void pause(clock, Math.min(runTimeoutSec * 1000, longestMs), over.signal).then(
			() => cancel.abort('TIMEOUTED' satisfies RunStatus),
			() => {},
		);
		try {
			const status = await runSteps(plane, id, AbortSignal.any([cancel.signal, closing.signal]));
			if (cancel.signal.aborted) finish(id, cancel.signal.reason === 'TIMEOUTED' ? 'TIMEOUTED' : 'CANCELED');
			else finish(id, status);
		} finally {
			over.abort();
			running.delete(id);
		}
	}

	return {
		trigger: (automation, targetIds) => {
			const {teamId, workflow, runTimeoutSec} = automation;
			const targets = targetIds ?? targetsOf(automation.targets, serversOfTeam(plane, teamId));
			const begun = setRun(plane, {
				id: newId(),
				automationId: automation.id,
				teamId,
				status: 'QUEUED',
				createdAt: clock.now(),
				targetIds: Object.fromEntries(targets.map(serverId => [serverId, true])),
				stepHistory: [],
				cancelRequested: false,
				workflow,
				runTimeoutSec,
			});
			const surplus = store.runs.count() - maxRuns;
			for (const {id} of store.runs.all().slice(0, Math.max(0, surplus))) store.runs.remove(id);
			void run(begun).catch(onBug);
			return store.runs.get(begun.id) ?? begun;
		},
		cancel: run => {
			const cancel = running.get(run.id);
			if (!cancel) return run;
			cancel.abort('CANCELED' satisfies RunStatus);
			return setRun(plane, {...run, cancelRequested: true});
		},
		abandonUnfinished: () => {
			for (const {id, status} of store.runs.all())
				if (status === 'QUEUED' || status === 'RUNNING') finish(id, 'FAILED');
		},
		close: () => closing.abort(),
	};
}
