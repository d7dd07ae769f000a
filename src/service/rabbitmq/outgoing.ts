import type {Clock} from '../../lib/clock.ts';
import type {BusMessage} from '../bus.ts';

/** A message of this instance. Each has the next number. */
export type Outgoing = {number: number; message: BusMessage; body: Buffer};

/** Publishes a message. `onConfirmed` is called when the broker has it. */
export type Publish = (outgoing: Outgoing, onConfirmed: () => void) => void;

/**
Limits of what waits for the broker: more than an instance publishes in a minute. A message that is later than that may do
more harm than none.
*/
const [maxMessages, maxBytes, maxAgeMs] = [20_000, 32 * 1024 * 1024, 60_000];

/** Keeps messages until the broker confirms them. The oldest beyond the limits are dropped. */
export function createOutgoing({monotonic}: Clock) {
	const kept = new Map<number, Outgoing & {sentAt: number}>();
	let [bytes, latest, published] = [0, 0, 0];
	let [publish, last]: (Publish | undefined)[] = [];
	let onEmpty = () => {};
	const remove = (number: number) => {
		bytes -= kept.get(number)?.body.length ?? 0;
		kept.delete(number);
		if (kept.size === 0) onEmpty();
	};
	const trim = () => {
		const tooOld = monotonic() - maxAgeMs;
		for (const [number, {sentAt}] of kept) {
			if (kept.size <= maxMessages && bytes <= maxBytes && sentAt >= tooOld) return;
			remove(number);
		}
	};
	const pass = (outgoing: Outgoing) => {
		if (!publish) return;
		published = outgoing.number;
		publish(outgoing, () => remove(outgoing.number));
	};
	return {
		add: (message: BusMessage): void => {
			const outgoing = {number: ++latest, message, body: bodyOf(message)};
			kept.set(outgoing.number, {...outgoing, sentAt: monotonic()});
			bytes += outgoing.body.length;
			trim();
			pass(outgoing);
		},
		/** Lets messages wait. */
		hold: (): void => void (publish = undefined),
		/** Publishes what waits and what follows. A new connection repeats what an earlier one has published in vain. */
		resume: (to: Publish): void => {
			if (to !== last) published = 0;
			last = publish = to;
			trim();
			for (const [number, outgoing] of kept) if (number > published) pass(outgoing);
		},
		/** Resolves when the broker has everything. */
		whenEmpty: (): Promise<void> =>
			new Promise(resolve => {
				if (kept.size === 0) resolve();
				else onEmpty = resolve;
			}),
	};
}

/** Returns the content of a message: that of a packet is what clients of the feed get. */
const bodyOf = (message: BusMessage): Buffer =>
	Buffer.from(JSON.stringify(message.kind === 'packet' ? message.packet : message));
