/** Limits that the specification leaves to the service. Each can be set when the service is opened. */
export type ServiceLimits = {
	maxCommandLength: number;
	maxNameLength: number;
	maxMessageLength: number;
	maxDelayMinutes: number;
	maxTimeoutMs: number;
	defaultTimeoutMs: number;
	defaultPageSize: number;
	maxPageSize: number;
	maxBodyBytes: number;
	maxUploadBytes: number;
	/** Commands to one server without an answer. */
	maxWaitingCommands: number;
	/** Unfinished tasks of one server. */
	maxWaitingTasks: number;
	/** Characters of an automation as JSON. Each run has a copy of its workflow. */
	maxAutomationLength: number;
	/** Per team, like the following limits. */
	maxUnfinishedRuns: number;
	maxTokens: number;
	maxInvites: number;
	maxAutomations: number;
};

export const usualLimits: ServiceLimits = {
	maxCommandLength: 1000,
	maxNameLength: 100,
	maxMessageLength: 1000,
	maxDelayMinutes: 7 * 24 * 60,
	maxTimeoutMs: 600_000,
	defaultTimeoutMs: 5000,
	defaultPageSize: 25,
	maxPageSize: 100,
	maxBodyBytes: 1024 * 1024,
	maxUploadBytes: 2 * 1024 * 1024,
	maxWaitingCommands: 1000,
	maxWaitingTasks: 20,
	maxAutomationLength: 100_000,
	maxUnfinishedRuns: 100,
	maxTokens: 200,
	maxInvites: 100,
	maxAutomations: 200,
};

/** Returns the highest value of a limit. The longest delay of a timer is 24 days. */
export function highestLimit(name: string): number {
	return name === 'maxDelayMinutes' ? 24 * 24 * 60 : 2_000_000_000;
}
