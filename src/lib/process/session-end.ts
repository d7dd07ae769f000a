import type {Readable} from 'node:stream';

/** Reports that the program should end or that its terminal is gone. Returns a function that stops listening. */
export function onSessionEnd(
	stdin: Pick<Readable, 'once' | 'on' | 'off'>,
	ending: AbortSignal,
	onEnd: (outcome: 'ended' | 'lost') => void,
): () => void {
	const onEnding = () => onEnd('ended');
	const onHangup = () => onEnd('lost');
	if (ending.aborted) onEnding();
	else ending.addEventListener('abort', onEnding);
	stdin.once('end', onHangup);
	// Closing a window may surface as a read error. This listener stays: an unhandled error would crash the program.
	stdin.on('error', onHangup);
	return () => {
		ending.removeEventListener('abort', onEnding);
		stdin.off('end', onHangup);
	};
}
