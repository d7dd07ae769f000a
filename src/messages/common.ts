import {duration, message} from './text.ts';

/** Texts shared by many modules. */
export const commonMessages = {
	notReported: 'not reported',
	notKnown: 'unknown',
	ago: (ms: number) => message`${duration(ms)} ago`,
	/** `clock`: the time of day. */
	agoAt: (ms: number, clock: string) => message`${duration(ms)} ago (${clock})`,
};
