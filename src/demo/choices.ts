/** Practice incidents, each active while the demo is open. */
export const scenarioNames = ['node-down', 'crash-loop', 'slow-rcon', 'busy-feed'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** Behaviors of real STOMP brokers, each active while the service is open. (peers: seen on real brokers) */
export const brokerHabitNames = [
	'no-receipts',
	'introduces',
	'refuses-early',
	'refuses-vaguely',
	'refuses-mutely',
	'cuts-slow',
	'no-beats',
	'reorders',
	'late',
	'hangs-up',
	'freezes',
] as const;
export type BrokerHabitName = (typeof brokerHabitNames)[number];

/** Behaviors of real games with Source RCON. (peers: seen on real games) */
export const rconQuirkNames = [
	'empty-first',
	'empty-last',
	'type-2',
	'unsplit',
	'splits-characters',
	'marker-ignored',
	'marker-drops',
	'empty-before-login',
	'closes-on-wrong-password',
	'not-ready',
	'cut',
	'slow',
	'drops',
	'crashes',
	'hangs',
] as const;
export type RconQuirkName = (typeof rconQuirkNames)[number];
