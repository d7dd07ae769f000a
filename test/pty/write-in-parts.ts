/** As many whole characters as a pseudo-terminal accepts even while its program does not read. */
const firstPart = /^[^]{1,512}/u;

/**
Writes keys to a pseudo-terminal. node-pty blocks when the terminal is full, and its program blocks while nobody reads what
it prints: a long paste is therefore written in parts, and what the program prints is read in between.
*/
export function writeInParts(pty: {write: (keys: string) => void}): (keys: string) => void {
	let waiting = '';
	const writePart = () => {
		const part = firstPart.exec(waiting)?.[0] ?? '';
		waiting = waiting.slice(part.length);
		pty.write(part);
		if (waiting !== '') setImmediate(writePart);
	};
	return keys => {
		const isIdle = waiting === '';
		waiting += keys;
		if (isIdle && keys !== '') writePart();
	};
}
