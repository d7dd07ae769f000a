import {stepMessages} from '../../messages/service-automations.ts';
import type {RunRecord, RunStatus, StepRecord} from '../records.ts';

export const finishedRun = (
	{currentStep: _current, outputs: _outputs, ...run}: RunRecord,
	status: RunStatus,
	finishedAt: number,
): RunRecord => ({...run, status, finishedAt});

const waits = new Set(['WAIT', 'WAIT_TIMED', 'WAIT_FOR_STATE']);

/** Returns whether a step only waits. Repeating it changes nothing. */
export const isWait = ({type}: StepRecord): boolean => waits.has(type);

/** Returns the step that was started and has not ended. */
const stepInProgress = ({currentStep, stepHistory}: RunRecord): StepRecord | undefined =>
	currentStep && currentStep.index >= stepHistory.length ? currentStep : undefined;

/**
Returns what becomes of a run whose instance has ended. Between two steps, or in one that only waits, it can continue at
another instance. Otherwise it fails: what the step has done is unknown, so it is not repeated, and later steps could
rely on it.
*/
export function interruptedRun(run: RunRecord, now: number): RunRecord {
	const {claimedBy: _ended, ...released} = run;
	const step = stepInProgress(run);
	if (!step || isWait(step)) return run.cancelRequested ? finishedRun(run, 'CANCELED', now) : released;
	const unknown = {...step, finishedAt: now, errorMessage: stepMessages.unknownOutcome};
	return finishedRun({...run, stepHistory: [...run.stepHistory, unknown]}, 'FAILED', now);
}

/** Returns the result of the steps of a run. */
export const resultOf = (steps: readonly StepRecord[]): 'SUCCEEDED' | 'FAILED' =>
	steps.some(({errorMessage}) => errorMessage !== undefined) ? 'FAILED' : 'SUCCEEDED';
