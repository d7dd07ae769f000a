import {squash} from './review.ts';
import type {Write} from './service.ts';
import {
	commandOf,
	entersOf,
	isDangerous,
	isInKeys,
	isListCommand,
	newPressMs,
	queueMs,
	takesOnce,
	undoMs,
	verdictOf,
	type Judged,
	type Press,
	type Target,
	type Verdict,
} from './verdict.ts';

/**
Decides for every write of line mode which line caused it, and whether that line was meant to. `screen` of a press is what
the program had printed before it, the newest last.
*/
export function judgeLines(
	writes: readonly Write[],
	presses: readonly Press[],
	targetOf: (write: Write) => Target,
): Verdict[] {
	const enters = entersOf(presses);
	const takeOnce = takesOnce();
	/** What was printed before the next key, which includes the line itself. */
	const after = new Map(presses.map((press, index) => [press, presses[index + 1]?.screen ?? '']));
	return writes.map((write): Verdict => {
		const before = enters.filter(({press}) => press.at <= write.at).reverse();
		const command = commandOf(write);
		const target = targetOf(write);
		for (const one of before) {
			const printed = after.get(one.press) ?? '';
			const verdict =
				command === undefined
					? judgeAnswer(write, target, one, printed, isDeliberate(one, enters))
					: judgeLine({write, command, game: target.game}, one, printed, presses);
			if (verdict && takeOnce(one.press, write)) return verdict;
		}
		if (command !== undefined && isListCommand(command))
			return {write, kind: 'probe', reason: 'list of players'};
		return {write, kind: 'violation', reason: 'no line or answer in line mode explains it'};
	});
}

/** Whether Enter came alone, or with a text that came with Enter before as well, after a pause. */
function isDeliberate({press, isRepeat}: Judged, enters: readonly Judged[]): boolean {
	if (press.bytes === '\r') return !isRepeat;
	return enters.some(
		({press: {at, bytes}}) => bytes === press.bytes && press.at - at >= newPressMs && press.at - at < againMs,
	);
}

/** The answer to the last question of an action, after its request was printed. */
function judgeAnswer(
	write: Write,
	{name}: Target,
	one: Judged,
	printed: string,
	isDeliberate: boolean,
): Verdict | undefined {
	if (write.at - one.press.at > undoMs) return undefined;
	const text = squash(printed);
	const request = text.lastIndexOf(squash(`Request ${write.method} ${write.path}`));
	const verb = squash(write.path.split('/').at(-1) ?? '');
	const isAnswered = ['yes', name].map(squash).some(word => {
		const asked = text.lastIndexOf(`${verb}type${word}`);
		const answers = [`entercancels${word}`, `entercancelsanswer${word}`].map(part => text.lastIndexOf(part));
		return word !== '' && asked > request && Math.max(...answers) > asked;
	});
	return isDeliberate && request >= 0 && isAnswered
		? {write, kind: 'confirmed', reason: 'answer to the question of line mode'}
		: undefined;
}

/** How long ago an answer that came too soon may be, ms. */
const againMs = 60_000;

type Sent = {write: Write; command: string; game: Target['game']};

/**
A line for the game; a dangerous one needs an Enter of its own after the warning. A narrow screen shows only the end of a
line, and a long answer moves it away; the keys that type it are enough then.
*/
function judgeLine(
	{write, command, game}: Sent,
	one: Judged,
	printed: string,
	presses: readonly Press[],
): Verdict | undefined {
	const {press} = one;
	if (write.at - press.at > queueMs) return undefined;
	const text = squash(command);
	const lines = printed
		.replaceAll(/[\r\n]/g, '')
		.split('rcon>')
		.slice(1);
	if (!lines.some(line => squash(line).startsWith(text)) && !isInKeys(text, press, presses)) return undefined;
	if (!isDangerous(command, game)) return {write, kind: 'typed', reason: 'line'};
	const shown = squash(press.screen);
	const warnedAt = shown.lastIndexOf('enteragain');
	const lineAt = shown.indexOf(`rcon${text}`);
	const isWarned = lineAt === -1 ? shown.length - warnedAt < maxAfterWarning : warnedAt > lineAt;
	if (warnedAt === -1 || !isWarned) return undefined;
	const verdict = verdictOf(write, one, 'second Enter of line mode');
	return verdict.kind === 'violation' ? undefined : verdict;
}

/** Length of the reasons after a warning and of the line that is shown again. */
const maxAfterWarning = 400;
