import {duration, message} from './text.ts';

/** What is said in many places. */
export const commonMessages = {
	notSaid: 'not said',
	notKnown: 'not known',
	ago: (ms: number) => message`${duration(ms)} ago`,
	/** `clock`: the time of that moment. */
	agoAt: (ms: number, clock: string) => message`${duration(ms)} ago (${clock})`,
};
