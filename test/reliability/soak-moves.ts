import type {Random} from '../helpers/random.ts';

/** Closes what is open and shows the servers. */
export const home = ['esc', 'esc', 'esc', '1', '-'];
const typed = (text: string): string[] => [...text];
const lines = ['status', 'ListPlayers', 'say back in 5', 'SaveWorld', 'maps', 'cvarlist', 'help', 'quit'];
const palette = [
	'restart ark',
	'handover',
	'theme solarized',
	'theme default',
	'jobs',
	'export',
	'watch',
	'stop',
];
const keys = [...'jkghnpovuymtlzb.?!*-+[]{}0123456789'].concat(
	'enter tab shift+tab esc up down left right pageup pagedown space'.split(' '),
);

type Move = (random: Random) => string[];

/** What a user of the TUI does, in the names of keys. */
const moves: readonly Move[] = [
	({pick}) => [pick(keys as [string, ...string[]])],
	({pick}) => [pick(keys as [string, ...string[]])],
	({below}) => [...home, ...Array.from({length: below(30)}, () => 'j')],
	({below, pick}) => [
		...home,
		...Array.from({length: below(9)}, () => 'j'),
		'i',
		...typed(pick(lines as [string, ...string[]])),
		'enter',
	],
	({pick}) => [...home, '*', 'i', ...typed(pick(lines as [string, ...string[]])), 'enter'],
	() => ['enter', 'esc'],
	({pick}) => [...home, pick(['2', '4', '5', '6', '7', '8', '9', 'o', 'P', 'T', 'H'])],
	({pick}) => [
		...home,
		'enter',
		'/',
		...typed(pick(['say', 'river', '/1[0-4]+/', 'x'])),
		'enter',
		'n',
		'N',
		'esc',
	],
	({pick}) => [...home, '/', ...typed(pick(['ark', 'state:down', 'players>3', '!cs'])), 'enter'],
	() => [...home, 'e'],
	() => [...home, 'y'],
	({pick}) => [...home, pick(['R', 'X', 'S', 'B', 'E', 'C'])],
	() => [...home, '*', 'R'],
	() => [...home, 'w', ...typed('status'), 'enter'],
	() => ['tab', 'tab', 'enter'],
	() => ['tab', 'enter'],
	() => ['enter'],
	() => ['u'],
	() => ['o', 'A'],
	({pick}) => [...home, ':', ...typed(pick(palette as [string, ...string[]])), 'enter'],
];

export const chordsOf = (random: Random): string[] => moves[random.below(moves.length)]?.(random) ?? [];

const lineCommands: readonly string[] = [
	':servers',
	':nodes',
	':alerts',
	':log',
	':log 20',
	':timeline',
	':jobs',
	':players',
	':team',
	':automations',
	':handover',
	':help',
	':next',
	':use ark-isl-1',
	':feed off',
	':feed on',
	':watch status every 30s',
	':restart',
	':export',
	':find say',
	'status',
	'ListPlayers',
	'say back in 5',
	'yes',
	'no',
	'',
];

/** What a user of line mode types. */
export const linesOf = ({below}: Random): string => lineCommands[below(lineCommands.length)] ?? '';
