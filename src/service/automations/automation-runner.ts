import {stepNameOf, type StepType, stepTypes} from '../../contract/automation-steps.ts';
import type {AutomationRecord, RunRecord, RunStatus, StepRecord} from '../records/records.ts';
import type {Reading, Transaction} from '../records/repositories.ts';
import {stepMessages} from '../../messages/automations.ts';

/** A change of a server's visible state. */
export type StateChange = {
	server: {id: string; teamId: string; gameType: string; nodeId: string};
	from: string;
	to: string;
};

export type AutomationRunner = {
	/** Accepts a run, on `targetIds` instead of the automation's own targets if set. It starts after the commit. */
	trigger: (records: Transaction, automation: AutomationRecord, cause?: Cause) => Promise<RunRecord>;
	/** Returns whether the team may start another run. */
	canStartRun: (records: Reading, teamId: string) => Promise<boolean>;
	/** Accepts the runs that this change triggers, in the transaction of the store that stores it. */
	onStateChange: (change: StateChange) => void;
	/** The same for servers of one team, in a transaction of the records. */
	onChangedStates: (records: Transaction, changes: readonly StateChange[]) => Promise<void>;
	/** Requests the end of a run, wherever it is performed. That happens when its current step ends. */
	cancel: (records: Transaction, run: RunRecord) => Promise<RunRecord>;
	/** Ends runs that an earlier process has left unfinished. Call it before `start`. */
	open: () => Promise<void>;
	/** Starts the runs that nobody performs, and the schedules. */
	start: () => Promise<void>;
	/** Resolves when no run of this instance is in progress. */
	idle: () => Promise<void>;
	/** Starts no further run or step at this instance. Call it before the service closes. */
	leave: () => Promise<void>;
	/** Leaves the runs of this instance to others, or ends them. Call it when the service closes. */
	close: () => Promise<void>;
};

/** Posts the messages of WEBHOOK steps. Nothing here throws. */
export type AutomationWebhook = {
	/** It posts nothing. */
	isSimulated?: true;
	/** Resolves to why there is none, as a sentence. */
	problem: () => Promise<string | undefined>;
	/** Resolves to why a message may not have arrived. */
	send: (message: string, signal: AbortSignal) => Promise<string | undefined>;
};

export type Cause = {
	targetIds?: string[] | undefined;
	/** The server whose state change started the run. */
	sourceId?: string;
	scheduledFireAt?: number;
};

export const finishedRun = (
	{currentStep: _current, outputs: _outputs, ...run}: RunRecord,
	status: RunStatus,
	finishedAt: number,
): RunRecord => ({...run, status, finishedAt});

/** Returns whether a step only waits. Repeating it changes nothing. */
export function isWait({type}: StepRecord): boolean {
	const name = stepNameOf(type);
	const known: StepType | undefined = name && stepTypes[name];
	return known?.isWait === true;
}

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
