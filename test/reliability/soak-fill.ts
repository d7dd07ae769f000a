import type {Clock} from '../../src/lib/time/clock.ts';

/** Entries per console: the fewest, so that the consoles are soon full and the trial shows what else grows. */
export const scrollback = 100;
/** A full console keeps its entries and up to five times as many names of answers; some messages are lost. */
const fillPerServer = 5.5 * scrollback;
/** The feed is so many times faster until the consoles are full. */
const fillSpeed = 8;

type Load = {servers: number; perSecond: number};

/** How long the consoles take to be full, ms. */
export const fillMs = ({servers, perSecond}: Load): number =>
	(1000 * servers * fillPerServer) / (fillSpeed * perSecond);

/** How many messages the feed has sent after `ms`. */
export function messagesAfter(ms: number, load: Load): number {
	const filling = Math.min(ms, fillMs(load));
	return Math.floor(((filling * fillSpeed + (ms - filling)) * load.perSecond) / 1000);
}

const words =
	'Player joined the tribe of wolves and tamed a dodo near the river while something of ordinary length'.split(
		' ',
	);

/** A command that someone else sent, with its answer. */
export function messageOf(number: number, ids: readonly string[], clock: Clock): object {
	const response = Array.from({length: 10}, (_, index) => words[(number * 7 + index * 3) % words.length]);
	const command = {
		command: `say ${number}`,
		response: `${number} ${response.join(' ')}`,
		commandId: crypto.randomUUID(),
		timestamp: new Date(clock.now()).toISOString(),
	};
	return {serverId: ids[(number * 31) % ids.length], command};
}
