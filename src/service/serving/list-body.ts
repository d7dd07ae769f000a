import {nextTurn} from '../../lib/clock.ts';

/** About 100 kB of servers: a millisecond. */
const recordsPerPart = 150;

/**
The JSON text of a long list, created while it is sent, so that the client can start to read, and other requests are answered in
between. A slow client keeps the text in memory, not the records. Undefined for a short list.
*/
export function listBody(records: readonly unknown[]): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
	if (records.length <= recordsPerPart) return undefined;
	const encoder = new TextEncoder();
	let isCancelled = false;
	return new ReadableStream({
		start: async controller => {
			for (let from = 0; from < records.length; from += recordsPerPart) {
				await nextTurn();
				if (isCancelled) return;
				const to = from + recordsPerPart;
				const text = JSON.stringify(records.slice(from, to)).slice(1, -1);
				const [before, after] = [from === 0 ? '[' : ',', to >= records.length ? ']' : ''];
				controller.enqueue(encoder.encode(before + text + after));
			}
			controller.close();
		},
		cancel: () => {
			isCancelled = true;
		},
	});
}
