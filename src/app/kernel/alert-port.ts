/** The rules for sending alerts. Quiet hours are minutes after midnight, local time. */
export type AlertRules = {
	/** How long a change must last, ms. */
	forMs: number;
	maxPerHour: number;
	quietHours: {from: number; to: number} | undefined;
};

export type AlertSubject = {
	/** `service`: the list of servers could not be read. */
	kind: 'server' | 'node' | 'service';
	id: string;
	name: string;
	state: string | undefined;
	/** The node of a server. */
	node: string | undefined;
	/** When this program saw the subject go down or come back, epoch ms. */
	since: number;
};

/** An alert. Its text is sanitized and contains no secrets. */
export type Alert = {
	event: 'down' | 'up' | 'test';
	at: number;
	profile: string;
	subjects: readonly AlertSubject[];
	/** The names of the servers on the nodes that are down. */
	affected: readonly string[];
};

/** The result for one target; `problem` is undefined if the alert was delivered. */
export type AlertDelivery = {target: 'command' | 'webhook'; problem: string | undefined};

/** Sends alerts and saves their state between sessions. Nothing here throws. */
export type AlertPort = {
	rules: AlertRules;
	/** Resolves to whether this session sends the alerts. Only one session per service does. */
	claim: () => Promise<boolean>;
	recall: () => Promise<string | undefined>;
	remember: (memory: string) => void;
	send: (alert: Alert) => Promise<readonly AlertDelivery[]>;
	release: () => void;
};
