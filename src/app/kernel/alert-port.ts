/** When an alert is sent. Spans are milliseconds; quiet hours are minutes after midnight on the clock of this machine. */
export type AlertRules = {
	/** A change counts once it has lasted this long. */
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
	/** When it went down or came back, as far as this program saw it, epoch ms. */
	since: number;
};

/** What is told to people who are not looking. Everything in it is clean text, and nothing in it is secret. */
export type Alert = {
	event: 'down' | 'up' | 'test';
	at: number;
	profile: string;
	subjects: readonly AlertSubject[];
	/** The names of the servers on the nodes that are down. */
	affected: readonly string[];
};

/** What became of an alert; `problem` undefined: it was delivered. */
export type AlertDelivery = {target: 'command' | 'webhook'; problem: string | undefined};

/** What sends alerts, and remembers them between sessions. Nothing here throws. */
export type AlertPort = {
	rules: AlertRules;
	/** Whether this session is the one that sends: of several for one service only one does. */
	claim: () => Promise<boolean>;
	recall: () => Promise<string | undefined>;
	remember: (memory: string) => void;
	send: (alert: Alert) => Promise<readonly AlertDelivery[]>;
	release: () => void;
};
