import type {Output} from '../../../src/tui/terminal/tty-output.ts';

/**
 * A terminal's input queue in a test: accepts writes at once, or holds the one in progress until released.
 */
export function fakeOutput(take: (bytes: Uint8Array) => void) {
	let isStopped = false;
	let held: (() => void) | undefined;
	let isClosed = false;
	const writes: Uint8Array[] = [];
	const deliver = (bytes: Uint8Array) => {
		writes.push(bytes);
		take(bytes);
	};
	const output: Output = {
		write(bytes, done) {
			if (held) throw new Error('a second write while one is under way');
			held = () => {
				held = undefined;
				deliver(bytes);
				done();
			};
			if (!isStopped) held();
		},
		writeSync(bytes) {
			const pending = held;
			held = undefined;
			pending?.();
			deliver(bytes);
		},
		close() {
			isClosed = true;
		},
	};
	return {
		output,
		writes,
		isClosed: () => isClosed,
		stop: () => {
			isStopped = true;
		},
		go: () => {
			isStopped = false;
			held?.();
		},
	};
}
