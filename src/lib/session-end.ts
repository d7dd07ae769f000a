import type {Readable} from 'node:stream';

/** Says when the program is to end, or its terminal is gone; returns what ends that. */
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
	// A window that is closed may show as a failing read. This stays: an error that nobody hears would end the program.
	stdin.on('error', onHangup);
	return () => {
		ending.removeEventListener('abort', onEnding);
		stdin.off('end', onHangup);
	};
}
