import type {Readable} from 'node:stream';
import type {MouseEvent} from '../app/mouse.ts';
import {afterUnlessDone} from '../lib/clock.ts';
import {createMouseReader} from './terminal/mouse.ts';

type Options = {
	stdin: Readable;
	onEvents: (events: readonly MouseEvent[]) => void;
	/** Runs after this many ms unless canceled. */
	after?: (ms: number, run: () => void) => () => void;
};

/** How long an Esc at the end of a read may be the start of a report, ms. */
const patienceMs = 25;

/**
Takes reports of the mouse out of each read before Ink sees it. Ink reads a report that arrives in two parts as text, and
its digits would be keys.
*/
export function listenToMouse({stdin, onEvents, after = afterUnlessDone}: Options): () => void {
	const reader = createMouseReader();
	const read = stdin.read.bind(stdin);
	let given = '';
	let callOff = () => {};
	const giveUp = () => {
		given += reader.giveUp();
		if (given !== '') stdin.emit('readable');
	};
	/** Node calls it with 0 to fetch more data. */
	stdin.read = (size?: number): unknown => {
		if (size !== 0 && given !== '') {
			const keys = given;
			given = '';
			return keys;
		}
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			callOff();
			const {keys, events} = reader.take(chunk);
			if (reader.isWaiting()) callOff = after(patienceMs, giveUp);
			if (events.length > 0) onEvents(events);
			if (keys !== '') return keys;
		}
	};
	return () => {
		callOff();
		Reflect.deleteProperty(stdin, 'read');
	};
}
