import type {Random} from '../../helpers/random.ts';

/** Keys sent in one write, and the pause after them, ms. */
export type Step = {bytes: string; waitMs: number};
const enter = '\r';
const esc = '\x1b';
const tab = '\t';
const arrows = ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D'] as const;
/** The interval of a held key, ms. */
const repeatMs = 33;
/** A pause after which a key is a new press, ms. */
const restMs = 900;
/** Lines as an admin has them in the fingers, harmless and not. */
const lines = [
	'status',
	'ListPlayers',
	'say back in 5',
	'SaveWorld',
	'maps',
	'slow',
	'error',
	'quit',
	'DoExit',
	'DestroyWildDinos',
	'rcon_password x',
	'30',
	'no',
	'ark',
] as const;
const letters = [...'jkjkjkghiioowwyyrmatucbfvsdexpnSXRBCEKTAIUGN12345678*-/:?!.+_[]{}0123456789qq'] as [
	string,
	...string[],
];
const controls = [...'abdefghklnpruwx'] as [string, ...string[]];

type Move = (random: Random, screen: string) => Step[];

/** The pause between two keys of a person: mostly short, sometimes long enough to be a new press. */
const pauseMs = ({next, below}: Random): number => {
	const kind = next();
	return kind < 0.75 ? 15 + below(80) : kind < 0.93 ? 150 + below(350) : 700 + below(800);
};
const press = (random: Random, ...keys: string[]): Step[] =>
	keys.map(bytes => ({bytes, waitMs: pauseMs(random)}));
const typed = ({below}: Random, text: string): Step[] =>
	[...text].map(bytes => ({bytes, waitMs: 15 + below(60)}));
const rest = (bytes: string): Step => ({bytes, waitMs: restMs});

/** Every kind of move, with its weight. */
const moves: readonly (readonly [weight: number, move: Move])[] = [
	[30, random => press(random, random.pick(letters))],
	[10, random => press(random, enter)],
	[6, random => press(random, random.pick([esc, tab, '\x1b[Z', ' ', 'y', '\x7f']))],
	[8, random => press(random, random.pick(arrows))],
	[3, random => press(random, String.fromCharCode(random.pick(controls).charCodeAt(0) - 96))],
	[1, random => press(random, '\x03')],
	[25, random => leave(random)],
	[6, random => [...typed(random, random.pick(lines)), ...press(random, enter)]],
	[
		5,
		random => [
			...leave(random),
			rest('i'),
			...typed(random, random.pick(lines)),
			rest(enter),
			...press(random, enter),
		],
	],
	[
		3,
		random => [
			...press(random, esc, '1', '*', 'i', '\x15'),
			...typed(random, random.pick(lines)),
			rest(enter),
			...press(random, enter),
		],
	],
	[4, random => held(random)],
	[2, random => [{bytes: `${random.pick(lines)}\r${random.pick(lines)}\r`, waitMs: pauseMs(random)}]],
	[3, random => [{bytes: pasteOf(random), waitMs: pauseMs(random)}]],
	[4, random => mouse(random)],
	[4, () => [{bytes: '', waitMs: restMs}, rest(enter)]],
	[8, (random, screen) => answer(random, screen)],
	[20, random => [...leave(random), ...dialog(random)]],
];
const totalWeight = moves.reduce((sum, [weight]) => sum + weight, 0);

/** Back to the list, which single keys rarely reach. */
const leave = (random: Random): Step[] => [
	...press(random, '\x15', esc, esc, '1'),
	...(random.next() < 0.7 ? press(random, '-') : []),
];

/** Opens a dialog, and maybe continues to its review and presses what is there. */
function dialog(random: Random): Step[] {
	const key = random.pick(['R', 'X', 'S', 'E', 'B', 'w', 'C']);
	const several = random.next() < 0.3 ? [{bytes: '*', waitMs: 100}] : [];
	const down = Array.from({length: random.below(9)}, () => ({bytes: 'j', waitMs: repeatMs}));
	const then = random.pick<string[]>([[], [], [tab, enter], ['5', enter]]);
	return [...several, ...down, rest(key), rest(enter), ...press(random, ...then)];
}

function held(random: Random): Step[] {
	const bytes = random.pick([enter, enter, 'j', ' ', tab, 'y', 'R', 'X', '\x1b[B', '\x1b[C', 'u', '*']);
	return Array.from({length: 10 + random.below(30)}, () => ({bytes, waitMs: repeatMs}));
}

function pasteOf(random: Random): string {
	const pasted = Array.from({length: 1 + random.below(4)}, () => random.pick(lines)).join('\r');
	return `\x1b[200~${pasted}${random.pick(['', '\r'])}\x1b[201~`;
}

function mouse(random: Random): Step[] {
	const code = random.pick([0, 64, 65, 64, 65]);
	const bytes = `\x1b[<${code};${1 + random.below(80)};${1 + random.below(24)}M`;
	return Array.from({length: code === 0 ? 1 : 1 + random.below(8)}, () => ({bytes, waitMs: repeatMs}));
}

/** Does what a dialog asks for, such as typing a name, and presses its buttons at any speed. */
function answer(random: Random, screen: string): Step[] {
	const word = /Type (?:.* or )?(\S+) to confirm/.exec(screen)?.[1] ?? '';
	const needed = word === '' ? [tab] : [tab, tab];
	const buttons = random.pick<string[]>([needed, needed, [tab, '\x1b[C'], [' '], []]);
	return [...typed(random, word), ...press(random, ...buttons), ...press(random, enter)];
}

export function nextMove(random: Random, screen: string): Step[] {
	if (/step 2 of 2/.test(screen) && random.next() < 0.8) return answer(random, screen);
	let at = random.next() * totalWeight;
	for (const [weight, move] of moves) {
		at -= weight;
		if (at < 0) return move(random, screen);
	}
	return [];
}

const lineModeCommands = [
	':servers',
	':nodes',
	':alerts',
	':log',
	':timeline',
	':jobs',
	':players',
	':team',
	':handover',
	':help',
	':next',
	':use cs2',
	':restart',
	':stop',
	':feed off',
	':feed on',
	':watch status every 30s',
	':export',
	':find say',
	':nonsense',
	'yes',
	'no',
	'2',
	'',
	'\x03',
	'\x1b[A',
	'\t',
] as const;

const uses = [':use cs2-Ragna-12', ':use ark-Center-3', ':use ark-Island-1', ':use cs2-Mirage-8'] as const;

/** A line of line mode: a command for rcondeck, one for the game, or an answer to a question. */
export const nextLine = (random: Random, printed: string): string => {
	const word = /Type (\S+); Enter cancels:[^:]*$/.exec(printed)?.[1];
	if (word !== undefined && random.next() < 0.7) return word;
	const prompt = printed.slice(printed.lastIndexOf('\n') + 1);
	if (/no server\] rcon>/.test(prompt) && random.next() < 0.5) return random.pick(uses);
	// A field of an action: its usual value.
	if (!/rcon>/.test(prompt) && random.next() < 0.6) return '';
	return random.next() < 0.7 ? random.pick(lineModeCommands) : random.pick(lines);
};
