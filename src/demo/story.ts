import {demoHistoryMessages as messages} from '../messages/help.ts';

export const minuteMs = 60_000;
/** How far the commands, runs and frequent counts of a demo go back, minutes. */
export const historyMinutes = 12 * 60;
/** How far the rest of its history goes back. */
export const historyDays = 7;

/** The incident and the other events, in minutes before now, with servers of `assets/demo/fleet.json` by name. */
export const story = {
	/** It is down since the end of this: its node gave up. */
	crash: {server: 'cs2-scrim', age: 97, forMinutes: 1},
	recovery: {server: 'ark-center', age: 187, forMinutes: 3},
	restart: {server: 'ark-events', age: 304, delayMinutes: 5, forMinutes: 2},
	bookmark: {age: 412, text: messages.bookmark},
	notes: [
		{server: 'ark-center', age: 181, by: 'Jonas', text: messages.recoveryNote},
		{server: 'cs2-scrim', age: 91, by: 'Priya', text: messages.crashNote},
	],
} as const;
