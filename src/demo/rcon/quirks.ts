import type {RconQuirkName} from '../choices.ts';

/** Deviations of real games from the RCON protocol. Each is off by default. */
export type RconQuirks = {
	/** Sends two replies with the same id to one command, one of them empty. */
	doubleReply?: 'empty-first' | 'empty-last';
	/** Answers have type 2 instead of 0. */
	answersAsType2?: boolean;
	/** Sends a long answer as one packet, whatever its size. */
	unsplit?: boolean;
	/** Splits long answers inside UTF-8 characters, too. */
	splitsCharacters?: boolean;
	/** How the type-0 packet that requests the end of an answer is treated (default: mirrored). */
	marker?: 'ignored' | 'drops-connection';
	/** Sends an empty type-0 packet before the login reply. */
	emptyBeforeLogin?: boolean;
	/** How a wrong password is treated (default: a reply with id -1). */
	wrongPassword?: 'closes';
	/** The port opens `ms` before the game is ready. Until then it leaves bytes unread or resets connections. */
	notReady?: {ms: number; meanwhile: 'waits' | 'resets'};
	/** Sends everything in pieces of this many bytes. */
	cutEvery?: number;
	/** The pause between two pieces, in milliseconds. */
	cutPauseMs?: number;
	/** The delay of answers, in milliseconds. */
	slowMs?: number;
	/** The delay of answers to the command with this name, instead of `slowMs`. */
	slowCommand?: {name: string; ms: number};
	/** Runs every nth command, but closes its connection without an answer. */
	dropEvery?: number;
	/** Every nth command kills the game, without an answer or in the middle of one. */
	crash?: {every: number; answer: 'none' | 'half'};
	/** Accepts commands and never answers. */
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

/** Combines the named quirks. Of two that exclude each other, the last one counts. */
export function combineQuirks(names: readonly RconQuirkName[]): RconQuirks {
	return Object.fromEntries(names.flatMap(name => Object.entries(quirks[name])));
}
