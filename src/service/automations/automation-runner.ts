import type {AutomationRecord, RunRecord} from '../records.ts';
import type {Reading, Transaction} from '../repositories.ts';

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

export type Cause = {
	targetIds?: string[] | undefined;
	/** The server whose state change started the run. */
	sourceId?: string;
	scheduledFireAt?: number;
};
