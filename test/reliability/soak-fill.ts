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
