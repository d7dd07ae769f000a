import type {AutomationRecord, RunRecord} from '../records.ts';
import type {Reading, Transaction} from '../repositories.ts';

/** A change of a server's visible state. */
export type StateChange = {
	server: {id: string; teamId: string; gameType: string; nodeId: string};
	from: string;
	to: string;
};

export type AutomationRunner = {
	/** Starts a run after the commit, on `targetIds` instead of the automation's own targets if set. */
	trigger: (records: Transaction, automation: AutomationRecord, cause?: Cause) => Promise<RunRecord>;
	/** Returns whether the team may start another run. */
	canStartRun: (records: Reading, teamId: string) => Promise<boolean>;
	/** Reads the schedules again after automations were created, changed or deleted. Never rejects. */
	rearm: () => Promise<void>;
	/** Starts the runs that this change triggers. */
	onStateChange: (change: StateChange) => void;
	/** Requests the end of a run, which happens when its current step ends. */
	cancel: (records: Transaction, run: RunRecord) => Promise<RunRecord>;
	/** Fails the unfinished runs that nobody performs any longer. */
	abandonUnfinished: (isAbandoned: (run: RunRecord) => boolean) => Promise<void>;
	/** Resolves when no run is in progress. */
	idle: () => Promise<void>;
	close: () => void;
};

export type Cause = {
	targetIds?: string[] | undefined;
	/** The server whose state change started the run. */
	sourceId?: string;
	scheduledFireAt?: number;
};
