import type {Clock} from '../../lib/clock.ts';
import {logTime} from './ark-story.ts';

/** The chat and the log that ARK keeps until they are fetched. Each line is returned only once. */
export type Logbook = {
	note: (text: string, at?: number) => void;
	say: (line: string) => void;
	takeLog: () => string | undefined;
	takeChat: () => string | undefined;
};

/** Few enough for hundreds of simulated servers that run for days. */
const maxLines = 100;

export function createLogbook(clock: Clock): Logbook {
	let log: string[] = [];
	let chat: string[] = [];
	return {
		note: (text, at = clock.now()) => {
			log = [...log.slice(1 - maxLines), `${logTime(at)}: ${text}`];
		},
		say: line => {
			chat = [...chat.slice(1 - maxLines), line];
		},
		takeLog: () => {
			const text = log.join('\n');
			log = [];
			return text || undefined;
		},
		takeChat: () => {
			const text = chat.join('\n');
			chat = [];
			return text || undefined;
		},
	};
}
