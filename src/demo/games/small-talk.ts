import type {Player} from './population.ts';
import {pick} from './console-line.ts';

const remarks: readonly [string, ...string[]] = [
	'hi all',
	'gg',
	'anyone selling kibble?',
	'lag or is it me?',
	'brb, door',
	'who took my boat',
	'nice one',
	'wer kommt mit?',
	'когда рестарт?',
	'よろしくお願いします',
	'need one more',
	'stack on me',
	'admin here?',
	'lol',
	'good night everybody',
	'is the restart still at 5?',
	'never again',
	'thanks!',
	'behind you',
	'🦖🦖🦖',
];

/** Lets a random player say something, in about one of three calls. */
export function sayRandomRemark(
	random: () => number,
	players: readonly Player[],
	say: (player: Player, remark: string) => void,
): void {
	const speaker = players[Math.floor(random() * players.length * 3)];
	if (speaker) say(speaker, pick(random, remarks));
}
