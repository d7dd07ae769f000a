type Environment = Readonly<Record<string, string | undefined>>;
export type Background = 'light' | 'dark';

/** OSC 11 asks for the colour of the ground (xterm: ctlseqs); what every terminal answers, DA1, is behind it. */
export const backgroundQuery = '\x1b]11;?\x1b\\\x1b[c';

const osc = /\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)/y;
const fence = /\x1b\[\?[\d;]*c/y;
/** The beginning of either, with nothing behind it. */
const begun = /\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]*\x1b?)?)?)?|\[(?:\?[\d;]*)?)?$/y;
/** No answer is longer; what is, was none. */
const longest = 80;
/** From this many characters on a beginning is no key that anybody presses: `\x1b]11`, `\x1b[?`. */
const surely = (text: string) => text.startsWith('\x1b[?') || text.startsWith('\x1b]11');

/**
Whether the terminal is known to answer, or to be silent without harm: the kinds that know OSC. The Linux console and
old ones would show the question; GNU screen keeps the answer to itself, and names itself as tmux may, which says so.
*/
export function answersBackgroundQuery({TERM: term = '', TMUX: tmux, STY: screen}: Environment): boolean {
	if (screen !== undefined && screen !== '') return false;
	if (/^(screen|tmux)/.test(term)) return tmux !== undefined && tmux !== '';
	return /^(xterm|rxvt|alacritty|kitty|foot|wezterm|ghostty|contour|konsole|gnome|vte|mintty|st-|iterm)/i.test(
		term,
	);
}

/** `rgb:ffff/ffff/ffff`, of one to four digits each; undefined for what is no colour. */
export function backgroundOf(colour: string): Background | undefined {
	const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(colour)?.slice(1);
	if (!parts) return undefined;
	const [red = 0, green = 0, blue = 0] = parts.map(
		part => Number.parseInt(part, 16) / (16 ** part.length - 1),
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}

export type BackgroundReader = {
	/** What is left of a read when the answer is taken out of it: keys. */
	take: (text: string) => string;
	/** What was kept because it may have been the beginning of an answer; from now on only what surely is one is kept. */
	patienceIsOver: () => string;
	background: () => Background | undefined;
	/** All of the answer is there. */
	isOver: () => boolean;
};

/**
Takes the answer out of what the terminal sends, in however many reads it comes. What may be the beginning of it waits
for the next read, also a lone Esc; after `patienceIsOver` an Esc is a key at once, and when the rest of a late answer
comes behind it, that rest is no keys either.
*/
export function createBackgroundReader(): BackgroundReader {
	let [held, passed, isLate, isOver] = ['', '', false, false];
	let background: Background | undefined;

	const take = (text: string): string => {
		if (isOver) return text;
		// In front of it is what was given away as keys: it must not be given twice.
		const given = passed.length;
		const all = passed + held + text;
		[held, passed] = ['', ''];
		let keys = '';
		let at = 0;
		while (at < all.length) {
			const escape = all.indexOf('\x1b', at);
			if (escape === -1 || isOver) {
				keys += all.slice(Math.max(at, given));
				break;
			}
			keys += all.slice(Math.max(at, given), Math.max(escape, given));
			const answer = matchAt(osc, all, escape) ?? matchAt(fence, all, escape);
			const rest = matchAt(begun, all, escape)?.[0];
			if (answer) {
				at = escape + answer[0].length;
				if (answer[1] === undefined) isOver = true;
				else background ??= backgroundOf(answer[1]);
			} else if (rest !== undefined && rest.length <= longest && (!isLate || surely(rest))) {
				held = rest;
				break;
			} else {
				if (isLate && rest !== undefined && rest.length <= longest) passed = rest;
				at = escape + 1;
				keys += all.slice(Math.max(escape, given), Math.max(at, given));
			}
		}
		return keys;
	};
	return {
		take,
		patienceIsOver: () => {
			isLate = true;
			if (isOver || surely(held)) return '';
			const keys = held;
			[held, passed] = ['', held];
			return keys;
		},
		background: () => background,
		isOver: () => isOver,
	};
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text) ?? undefined;
}
