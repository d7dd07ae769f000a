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
	/** For each token but the owner's, which may stop the service anyway. */
	maxRequestsPerMinute: number;
	/** Per team, like the following limits. */
	maxUnfinishedRuns: number;
	maxTokens: number;
	maxInvites: number;
	/** In the log of the last 400 days. */
	maxSecurityEvents: number;
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
	maxRequestsPerMinute: 6000,
	maxUnfinishedRuns: 100,
	maxTokens: 200,
	maxInvites: 100,
	maxSecurityEvents: 10_000,
	maxAutomations: 200,
};

const [kB, MB] = [1024, 1024 * 1024];

/**
How much is kept or held, in bytes unless a name says otherwise: for one, for all of a token, node or server, and in total.
What exceeds it is refused or cut, counted in a metric and logged.
*/
export const budgets = {
	/** Characters of commands and answers; the oldest ones are dropped. */
	answers: {server: 4 * MB, node: 64 * MB, team: 256 * MB, total: 1024 * MB},
	/** Actions, notifications, entries of journals and finished runs, of each kind; the oldest ones are dropped. */
	history: {team: 16 * MB, total: 256 * MB},
	/** Profiles, automations, orders for linked nodes and images, of each kind. */
	settings: {team: 64 * MB, total: 512 * MB},
	/** A record of any kind. */
	record: 4 * MB,
	/** Backups that a linked server reports: all of a node share the budget. The newest ones are kept. */
	backups: {server: 256 * kB, least: 16 * kB, node: 16 * MB},
	/** The last lines of output with the report of a linked server. */
	reportLog: 8 * kB,
	/** Commands, backups and log lines in a list of servers, of each kind: all servers share the budget. The newest ones are shown. */
	list: {least: 4 * kB, total: 4 * MB},
	/** Requests that are being answered: the size of the body, and at least this for each. */
	requests: {least: 64 * kB, each: 32 * MB, total: 256 * MB},
	/** HTTP connections that are kept open for further requests of a token. */
	connections: {each: 300, total: 4000},
	/** Long lists that are being read. */
	lists: {each: 8, total: 32},
	/** The id and the destination of a subscription. */
	subscription: {one: kB, each: MB, total: 16 * MB},
	/** Feed connections. */
	feed: {each: 200, total: 1000},
	/** Data that clients of the feed have not read: of one connection at most, and at least whatever others hold. */
	unread: {one: 4 * MB, least: 128 * kB, total: 64 * MB},
	/** Reports of agents that wait until they are stored: of one connection at most, and at least whatever others hold. */
	received: {one: 16 * MB, least: 256 * kB, total: 64 * MB},
	/** A frame of a feed client: the first one, and later ones, as in Spring. */
	frame: {first: 8 * kB, one: 64 * kB},
};

/** Returns the highest value of a limit. The longest delay of a timer is 24 days. */
export function highestLimit(name: string): number {
	return name === 'maxDelayMinutes' ? 24 * 24 * 60 : 2_000_000_000;
}
