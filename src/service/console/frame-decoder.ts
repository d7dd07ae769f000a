import type {Decoder} from './tcp-stream.ts';

/**
Creates a decoder of frames that begin with their length. `frameIn` returns where the first frame in the bytes starts and
ends; undefined if its length is not complete. It throws for a length that is not allowed.
*/
export function createFrameDecoder(
	frameIn: (bytes: Buffer) => {start: number; end: number} | undefined,
	onFrame: (frame: Buffer) => void,
): Decoder {
	let chunks: Uint8Array[] = [];
	let pending = 0;
	// Chunks are joined only when there is enough for the next step, so one-byte chunks cost no more than large ones.
	let needed = 1;
	return {
		isMidMessage: () => pending > 0,
		push: chunk => {
			chunks.push(chunk);
			pending += chunk.length;
			if (pending < needed) return;
			let rest = Buffer.concat(chunks);
			let frame = frameIn(rest);
			for (; frame && rest.length >= frame.end; frame = frameIn(rest)) {
				onFrame(rest.subarray(frame.start, frame.end));
				rest = rest.subarray(frame.end);
			}
			needed = frame?.end ?? rest.length + 1;
			chunks = [rest];
			pending = rest.length;
		},
	};
}
