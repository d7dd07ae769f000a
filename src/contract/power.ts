/** Power actions that may have a delay. */
export const delayedVerbs = ['stop', 'restart'] as const;
export type DelayedVerb = (typeof delayedVerbs)[number];

/** The tasks of nodes for them. (public documentation: Timed stop and restart) */
export const timedTaskTypes = {stop: 'TIMED_SHUTDOWN', restart: 'TIMED_RESTART'} as const satisfies Record<
	DelayedVerb,
	string
>;

/** The power actions of a server: an endpoint, a command, a key and a line in line mode each. */
export const powerVerbs = ['start', ...delayedVerbs] as const;
export type PowerVerb = (typeof powerVerbs)[number];

export const isPowerVerb = (word: string): word is PowerVerb => powerVerbs.some(verb => verb === word);
