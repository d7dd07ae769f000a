import type {RconQuirkName} from '../choices.ts';

/** How real games were seen to deviate from the plain protocol; each is off unless set. */
export type RconQuirks = {
	/** Two replies with the same id to one command, one of them empty. */
	doubleReply?: 'empty-first' | 'empty-last';
	/** Answers carry type 2 instead of 0. */
	answersAsType2?: boolean;
	/** A long answer goes out as one packet, whatever its size. */
	unsplit?: boolean;
	/** Long answers are cut inside of characters too. */
	splitsCharacters?: boolean;
	/** What is done with the type-0 packet that asks for the end of an answer; mirrored unless set. */
	marker?: 'ignored' | 'drops-connection';
	/** An empty type-0 packet goes out before the login reply. */
	emptyBeforeLogin?: boolean;
	/** A wrong password is answered with id -1 unless set. */
	wrongPassword?: 'closes';
	/** The port is open before the game is ready: for `ms` it lets bytes lie, or resets each connection. */
	notReady?: {ms: number; meanwhile: 'waits' | 'resets'};
	/** Everything goes out in pieces of this many bytes. */
	cutEvery?: number;
	/** Between two of those pieces, this many milliseconds go by. */
	cutPauseMs?: number;
	/** Answers are this late, in milliseconds. */
	slowMs?: number;
	/** Answers to the command of this name are this late instead. */
	slowCommand?: {name: string; ms: number};
	/** Each n-th command is run and gets no answer: its connection is closed. */
	dropEvery?: number;
	/** Each n-th command kills the game: with no answer, or in the middle of one. */
	crash?: {every: number; answer: 'none' | 'half'};
	/** Commands are taken and never answered. */
	hangs?: boolean;
};

const secondMs = 1000;

const quirks: Record<RconQuirkName, RconQuirks> = {
	'empty-first': {doubleReply: 'empty-first'},
	'empty-last': {doubleReply: 'empty-last'},
	'type-2': {answersAsType2: true},
	unsplit: {unsplit: true},
	'splits-characters': {splitsCharacters: true},
	'marker-ignored': {marker: 'ignored'},
	'marker-drops': {marker: 'drops-connection'},
	'empty-before-login': {emptyBeforeLogin: true},
	'closes-on-wrong-password': {wrongPassword: 'closes'},
	'not-ready': {notReady: {ms: 5 * secondMs, meanwhile: 'resets'}},
	cut: {cutEvery: 7, cutPauseMs: 1},
	slow: {slowMs: 2 * secondMs},
	drops: {dropEvery: 3},
	crashes: {crash: {every: 20, answer: 'half'}},
	hangs: {hangs: true},
};

/** All of them at once; of two that exclude each other the last one counts. */
export function quirksNamed(names: readonly RconQuirkName[]): RconQuirks {
	return Object.fromEntries(names.flatMap(name => Object.entries(quirks[name])));
}
