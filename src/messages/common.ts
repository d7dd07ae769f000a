import {duration, message} from './text.ts';

/** What is said in many places. */
export const commonMessages = {
	notSaid: 'not reported',
	notKnown: 'unknown',
	ago: (ms: number) => message`${duration(ms)} ago`,
	/** `clock`: the time of that moment. */
	agoAt: (ms: number, clock: string) => message`${duration(ms)} ago (${clock})`,
};
