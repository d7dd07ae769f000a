import type {MouseEvent} from '../../app/mouse.ts';

/** Reports presses and the wheel, in the SGR form (xterm: ctlseqs). Dragging is left to the terminal. */
export const mouseOn = '\x1b[?1000h\x1b[?1006h';

/** A report, and the older form that a terminal may send before it has heard of the newer one. */
const report = /\x1b\[<(\d+);(\d+);(\d+)([Mm])|\x1b\[M[^]{3}/g;
/** The incomplete start of a report at the end of a read: also of any other sequence, down to a lone Esc. */
const start = /\x1b(?:\[(?:<[\d;]{0,15}|M[^]{0,2})?)?$/;
/** From here on it cannot be a key. */
const isCertain = (text: string) => text.length > 2;

export type MouseReader = {
	/** Removes reports from a read, in however many parts they arrive. Returns the rest: keys. */
	take: (text: string) => {keys: string; events: readonly MouseEvent[]};
	/** Returns what was kept as a possible start of a report and is a key, such as Esc, after all. */
	giveUp: () => string;
	/** Something that may be a key is kept. */
	isWaiting: () => boolean;
};

export function createMouseReader(): MouseReader {
	let held = '';
	return {
		take: text => {
			const events: MouseEvent[] = [];
			const all = held + text;
			const rest = all.replaceAll(
				report,
				(_, code?: string, column?: string, row?: string, final?: string) => {
					const event = eventOf(Number(code), final);
					if (event && code !== undefined)
						events.push({kind: event, x: Number(column) - 1, y: Number(row) - 1});
					return '';
				},
			);
			held = start.exec(rest)?.[0] ?? '';
			return {keys: rest.slice(0, rest.length - held.length), events};
		},
		giveUp: () => {
			const keys = isCertain(held) ? '' : held;
			if (keys !== '') held = '';
			return keys;
		},
		isWaiting: () => held !== '' && !isCertain(held),
	};
}

/** Only the left button counts, and only when it is pressed. Shift, Alt and Ctrl are left to the terminal. */
function eventOf(code: number, final: string | undefined): MouseEvent['kind'] | undefined {
	if (final !== 'M') return undefined;
	if (code === 0) return 'click';
	if (code === 64) return 'wheelUp';
	return code === 65 ? 'wheelDown' : undefined;
}
