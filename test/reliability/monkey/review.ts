import type {Press} from './verdict.ts';

/** A review whose button that sends has the focus. `text`: what it shows. */
export type Review = {title: string; text: string; isScrolled: boolean};

/** A screen is at most this much behind the program on a busy machine, ms. */
const lagMs = 2000;
const moves = new Map([
	['\t', 1],
	['\x1b[B', 1],
	['\x1b[C', 1],
	[' ', 1],
	['\x1b[Z', -1],
	['\x1b[A', -1],
	['\x1b[D', -1],
]);
/** These edit the word. */
const inField = new Set([' ', '\x1b[D']);

/**
Returns the review that an Enter confirms, if any: the word is typed and the focus is on the button that sends, on the
screen before the Enter or after the last keys, which the screen may not show yet.
*/
export function reviewOf(presses: readonly Press[], index: number): Review | undefined {
	const press = presses[index];
	if (!press || !/step 2 of 2|\[ Do nothing \]/.test(press.screen)) return undefined;
	const {screen} = press;
	const keys = keysBefore(presses, index);
	if (!keys.some((_, at) => isReady(screen, keys.slice(at))) && !isReady(screen, [])) return undefined;
	const title = titleOf(screen);
	const isScrolled = /│ … \d+ rows? (?:above|below)/.test(screen);
	const first = isScrolled
		? presses.findLastIndex((one, at) => at < index && titleOf(one.screen) !== title) + 1
		: index;
	const text = presses.slice(first, index + 1).map(one => rowsOfDialog(one.screen));
	return {title, text: text.join('\n'), isScrolled};
}

/** The keys shortly before a press, since the last one that left what was open. */
export function keysBefore(presses: readonly Press[], index: number): string[] {
	const at = presses[index]?.at ?? 0;
	const before = presses.slice(Math.max(0, index - 60), index).filter(press => at - press.at < lagMs);
	return before.slice(before.findLastIndex(({bytes}) => bytes === '\x1b') + 1).map(({bytes}) => bytes);
}

/** Whether the word is typed and the focus is on the button that sends once the keys have acted on the screen. */
function isReady(screen: string, keys: readonly string[]): boolean {
	const [, word = ''] = /Type (?:\S.* or )?(\S+) to confirm[^:]*:/.exec(screen) ?? [];
	const [, text = ''] = /to confirm[^:]*:.*\n.*│ [> ] ?\[(.*?)\s*\]/.exec(screen) ?? [];
	const typed = text + keys.filter(key => !key.startsWith('\x1b')).join('');
	if (!word.includes('…') && !squash(typed).includes(squash(word))) return false;
	const stops = word === '' ? ['nothing', 'verb'] : ['word', 'nothing', 'verb'];
	let at = stops.indexOf(focusOf(screen));
	for (const key of keys) {
		// Enter in the complete field moves to the button that sends.
		if (key === '\r' && stops[at] === 'word') at = stops.indexOf('verb');
		else if (stops[at] !== 'word' || !inField.has(key)) at += moves.get(key) ?? 0;
		// Before the first stop are the fields of the first step.
		if (at < 0) return false;
		at %= stops.length;
	}
	return stops[at] === 'verb';
}

function focusOf(screen: string): 'word' | 'nothing' | 'verb' {
	if (screen.includes('[>Do nothing<]')) return 'nothing';
	return /\[>[^<]+<\]/.test(screen) ? 'verb' : 'word';
}

const titleOf = (screen: string): string => /┌─ (.+?) ─+/.exec(screen)?.[1] ?? '';

/** The rows of the dialog, without what is left and right of it. */
export function rowsOfDialog(screen: string): string {
	const rows = screen.split('\n');
	const top = rows.findIndex(row => row.includes('┌─ '));
	const start = rows[top]?.indexOf('┌─ ') ?? 0;
	const end = rows[top]?.indexOf('┐', start) ?? 0;
	return rows
		.slice(top + 1)
		.filter(row => row[start] === '│')
		.map(row => row.slice(start, end < 0 ? undefined : end + 1))
		.join('\n');
}

/** The letters and digits of a text, which may be wrapped. */
export const squash = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
