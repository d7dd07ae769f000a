/**
The look of a cell: `fg` and `bg` are SGR parameters as received ('' is the terminal's default, else '31',
'38;5;120', '38;2;1;2;3'), `flags` is a sum of bits: 1 bold, 2 dim, 4 italic, 8 underline, 16 inverse, 32
strikethrough, 64 overline.
*/
export type Style = {readonly fg: string; readonly bg: string; readonly flags: number};

/** Styles as small numbers, so that cells compare fast. 0 is the plain style, -1 is unknown. */
export type Styles = ReturnType<typeof createStyles>;

const plain: Style = {fg: '', bg: '', flags: 0};

/** SGR codes that switch each flag on and off, by bit; 22 ends bold and dim together (ECMA-48, 8.3.117). */
const switches = [
	{bit: 1, on: '1', off: '22'},
	{bit: 2, on: '2', off: '22'},
	{bit: 4, on: '3', off: '23'},
	{bit: 8, on: '4', off: '24'},
	{bit: 16, on: '7', off: '27'},
	{bit: 32, on: '9', off: '29'},
	{bit: 64, on: '53', off: '55'},
];
const boldOrDim = 3;
const seenOnBlanks = 8 + 16 + 32 + 64;

export function createStyles() {
	let known: Style[] = [];
	let blanks: number[] = [];
	const ids = new Map<string, number>();
	const following = new Map<string, number>();
	const changes = new Map<number, string>();

	const idOf = (style: Style): number => {
		const key = `${style.flags}/${style.fg}/${style.bg}`;
		const seen = ids.get(key);
		if (seen !== undefined) return seen;
		const id = known.push(style) - 1;
		ids.set(key, id);
		blanks[id] = id;
		blanks[id] = (style.flags & seenOnBlanks) === 0 ? idOf({...plain, bg: style.bg}) : id;
		return id;
	};
	const clear = () => {
		known = [];
		blanks = [];
		ids.clear();
		following.clear();
		changes.clear();
		idOf(plain);
	};
	clear();

	const styleOf = (id: number): Style => known[id] ?? plain;
	return {
		idOf,
		/** Returns the style after the parameters of one SGR sequence, such as `1;38;5;9`. */
		after(id: number, parameters: string): number {
			const key = `${id}/${parameters}`;
			let next = following.get(key);
			if (next === undefined) {
				next = idOf(applySgr(styleOf(id), parameters));
				following.set(key, next);
			}
			return next;
		},
		/** Returns the fewest bytes that change the terminal from one style to another; from -1 they assume nothing. */
		change(from: number, to: number): string {
			if (from === to) return '';
			const key = from * 0x100000 + to;
			let bytes = changes.get(key);
			if (bytes === undefined) {
				bytes = changeBetween(from < 0 ? undefined : styleOf(from), styleOf(to));
				changes.set(key, bytes);
			}
			return bytes;
		},
		/** Returns the visible part of a style on a space: its color and weight do not show. */
		blankOf: (id: number): number => blanks[id] ?? -1,
		size: () => known.length,
		/**
		Drops all styles but those that the caller requests through the returned function, which maps old numbers
		to new ones.
		*/
		renumber(): (id: number) => number {
			const before = known;
			clear();
			return id => idOf(before[id] ?? plain);
		},
	};
}

function changeBetween(from: Style | undefined, to: Style): string {
	const whole = [...switches.filter(({bit}) => to.flags & bit).map(({on}) => on), to.fg, to.bg].filter(
		Boolean,
	);
	const fresh = whole.length === 0 ? '' : `0;${whole.join(';')}`;
	if (from === undefined) return `\x1b[${fresh}m`;
	const gone = from.flags & ~to.flags;
	const kept = gone & boldOrDim ? from.flags & ~boldOrDim : from.flags;
	const steps = new Set<string>();
	for (const {bit, off} of switches) if (gone & bit) steps.add(off);
	for (const {bit, on} of switches) if (to.flags & ~kept & bit) steps.add(on);
	if (from.fg !== to.fg) steps.add(to.fg || '39');
	if (from.bg !== to.bg) steps.add(to.bg || '49');
	const stepwise = [...steps].join(';');
	return `\x1b[${stepwise.length <= fresh.length ? stepwise : fresh}m`;
}

/** Blinking (5, 6) and hidden (8) are left out on purpose: text from a game server may not blink or hide. */
function applySgr(style: Style, parameters: string): Style {
	let {fg, bg, flags} = style;
	const codes = parameters.replaceAll(':', ';').split(';').map(Number);
	for (let at = 0; at < codes.length; at++) {
		const code = codes[at] ?? 0;
		const flag = switches.find(({on}) => Number(on) === code);
		if (flag) flags |= flag.bit;
		else if (code === 21) flags |= 8;
		else if (code === 0) ({fg, bg, flags} = plain);
		else if (code === 39) fg = '';
		else if (code === 49) bg = '';
		else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) fg = String(code);
		else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) bg = String(code);
		else if (code === 38 || code === 48 || code === 58) {
			const length = codes[at + 1] === 2 ? 5 : 3;
			const color = codes.slice(at, at + length);
			at += length - 1;
			if (color.length < length || color.some(part => !(part >= 0 && part <= 255))) continue;
			if (code === 38) fg = color.join(';');
			if (code === 48) bg = color.join(';');
		} else for (const {bit, off} of switches) if (Number(off) === code) flags &= ~bit;
	}
	return {fg, bg, flags};
}
