import {stepMessages} from '../../messages/service-automations.ts';
import type {RunRecord, RunStatus, StepRecord} from '../records.ts';

export const finishedRun = (
	{currentStep: _current, ...run}: RunRecord,
	status: RunStatus,
	finishedAt: number,
): RunRecord => ({...run, status, finishedAt});

/**
Returns the end of a run whose instance has ended. A step in progress is not repeated: what it has done is unknown.
Steps after it are not performed, because they could rely on it.
*/
export function interruptedRun(run: RunRecord, now: number): RunRecord {
	const {currentStep, stepHistory, workflow} = run;
	if (stepHistory.length === workflow.length) return finishedRun(run, resultOf(stepHistory), now);
	const isInProgress = currentStep !== undefined && currentStep.index >= stepHistory.length;
	const history: StepRecord[] = isInProgress
		? [...stepHistory, {...currentStep, finishedAt: now, errorMessage: stepMessages.unknownOutcome}]
		: stepHistory;
	return finishedRun({...run, stepHistory: history}, 'FAILED', now);
}

/** Returns the result of the steps of a run. */
export const resultOf = (steps: readonly StepRecord[]): 'SUCCEEDED' | 'FAILED' =>
	steps.some(({errorMessage}) => errorMessage !== undefined) ? 'FAILED' : 'SUCCEEDED';
