import type {AutomationRecord, RunRecord} from '../records.ts';

/** A server's state as everybody sees it, before and after. */
export type StateChange = {
	server: {id: string; teamId: string; gameType: string; nodeId: string};
	from: string;
	to: string;
};

export type AutomationRunner = {
	/** Begins a run; on `targetIds` instead of the automation's own targets where given. */
	trigger: (automation: AutomationRecord, cause?: Cause) => RunRecord;
	/** Automations were made, changed or dropped: their schedules are read again. */
	rearm: () => void;
	/** Begins the runs that wait for this change. */
	stateChanged: (change: StateChange) => void;
	/** Asks a run to end; it does as soon as its step lets go. */
	cancel: (run: RunRecord) => RunRecord;
	/** Runs that a closed service left unfinished are over. */
	abandonUnfinished: () => void;
	close: () => void;
};

export type Cause = {
	targetIds?: string[] | undefined;
	/** The server whose change of state began it. */
	sourceId?: string;
	/** The moment of the schedule. */
	scheduledFireAt?: number;
};
