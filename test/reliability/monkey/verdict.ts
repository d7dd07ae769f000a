import {keysBefore, reviewOf, rowsOfDialog, squash, type Review} from './review.ts';
import type {Write} from './service.ts';

/** Keys that were sent in one write, and the screen before them. Times are in ms. */
export type Press = {at: number; bytes: string; screen: string};
export type Kind =
	/** Enter sent a harmless command of the input to one server. */
	| 'typed'
	/** A review or confirmation was on the screen, and a single key after a pause pressed its button. */
	| 'confirmed'
	/** As `confirmed`, but less than the pause after another key, such as Tab. */
	| 'quick'
	/** Sent by a job that was confirmed before. */
	| 'job'
	/** A list of players that the program asks for where its screen is open. */
	| 'probe'
	| 'violation';
export type Verdict = {write: Write; kind: Kind; reason: string};

/** A key is a new press after this pause. */
export const newPressMs = 700;
/** The undo window and the way to the service. */
export const undoMs = 6000;

/** What this judge holds to be destructive, from the documentation of the games. */
const dangers = {
	ark: /^\s*(?:doexit|destroy(?:all|wilddinos|structures|tribe\w*|mytarget))(?=\s|$)/i,
	cs2: /(?:^|;)\s*(?:quit|exit|_restart|killserver|sv_shutdown|rcon_password)(?=[\s;]|$)/i,
};
const listCommands = new Set(['listplayers', 'status', 'status_json']);

/** The server of a write. */
export type Target = {name: string; game: 'ark' | 'cs2'};
export type Judged = {press: Press; gapMs: number; isRepeat: boolean};
/** `shown`: the review, or the rows of the dialog on the screen, without spaces. */
type Enter = Judged & {index: number; review: Review | undefined; shown: string; input: Input | undefined};
/** `isCut`: the text fills its row, which shows only the end of a longer one. */
type Input = {server: string; text: string; isCut: boolean};

/** Decides for every write which press of a key caused it, and whether that key should have. */
export function judge(
	writes: readonly Write[],
	presses: readonly Press[],
	targetOf: (write: Write) => Target,
): Verdict[] {
	const enters = entersOf(presses).map((one): Enter => {
		const index = presses.indexOf(one.press);
		const review = reviewOf(presses, index);
		const {screen} = one.press;
		return {
			...one,
			index,
			review,
			shown: squash(review?.text ?? rowsOfDialog(screen)),
			input: inputOf(screen),
		};
	});
	const takeOnce = takesOnce();
	return writes.map(write => {
		const before = enters.filter(({press}) => press.at <= write.at).reverse();
		const command = commandOf(write);
		return command === undefined
			? judgeAction(write, targetOf(write), before, takeOnce)
			: judgeCommand({write, command, ...targetOf(write)}, before, presses, takeOnce);
	});
}

/** The presses of Enter, oldest first. */
export const entersOf = (presses: readonly Press[]): Judged[] =>
	presses.flatMap((press, index): Judged[] => {
		if (!press.bytes.includes('\r')) return [];
		const before = presses[index - 1];
		const gapMs = before ? press.at - before.at : Number.POSITIVE_INFINITY;
		return [{press, gapMs, isRepeat: before?.bytes === press.bytes && gapMs < newPressMs}];
	});

/** Returns a function that is true for the first of equal writes that a press explains. */
export function takesOnce(): TakeOnce {
	const used = new Map<Press, Set<string>>();
	return (press, write) => {
		const seen = used.get(press) ?? new Set();
		used.set(press, seen);
		const id = `${write.method} ${write.path} ${JSON.stringify(write.body)}`;
		return !seen.has(id) && seen.add(id) !== undefined;
	};
}

export const commandOf = ({path, body}: Write): string | undefined =>
	path.endsWith('/rcon') ? String(body['command']) : undefined;

export const isDangerous = (command: string, game: Target['game']): boolean => dangers[game].test(command);
export const isListCommand = (command: string): boolean => listCommands.has(command.toLowerCase());

export type TakeOnce = (press: Press, write: Write) => boolean;

/** A key that may have caused a write. `repeats`: it started a job or a watch, which sends later, too. */
type Cause = {verdict: Verdict; press: Press; repeats: boolean};

/**
Picks the cause of a write. The screen before a key may be older than what the program knew, so that keys that explain
the write come before those that do not.
*/
function pick(write: Write, causes: readonly Cause[], takeOnce: TakeOnce): Verdict | undefined {
	for (const {verdict, press, repeats} of causes.toSorted((a, b) => weight(a) - weight(b))) {
		if (verdict.kind === 'violation' || takeOnce(press, write)) return verdict;
		if (repeats) return {...verdict, kind: 'job'};
	}
	return undefined;
}

/** A start, stop, restart, or anything else that only a dialog sends. */
function judgeAction(write: Write, {name}: Target, before: readonly Enter[], takeOnce: TakeOnce): Verdict {
	const verb = verbOf(write);
	const causes = before.flatMap((one): Cause[] => {
		const {press, review} = one;
		if (!review || !verb.test(review.title)) return [];
		const {title} = review;
		const repeats = /\d+ servers/.test(title);
		const isShown = press.screen.includes(`${write.method} ${write.path}`) || isNamed(review, name);
		const isThis = write.at - press.at < undoMs && isShown;
		return isThis || repeats ? [{verdict: verdictOf(write, one, title), press, repeats}] : [];
	});
	return pick(write, causes, takeOnce) ?? {write, kind: 'violation', reason: 'no review of it was confirmed'};
}

type Sent = {write: Write; command: string} & Target;

/** A command may wait for the answers before it, ms. */
export const queueMs = 300_000;

function judgeCommand(
	{write, command, name, game}: Sent,
	before: readonly Enter[],
	presses: readonly Press[],
	takeOnce: TakeOnce,
): Verdict {
	const isDanger = isDangerous(command, game);
	const text = squash(command);
	const causeOf = (one: Enter): Cause | undefined => {
		const {press, review, input} = one;
		const {screen} = press;
		const isShown = one.shown.includes(text) || isBroadcast(review, command);
		if (review && isShown) {
			const {title} = review;
			return {verdict: verdictOf(write, one, title), press, repeats: /watch|restart|stop/i.test(title)};
		}
		if (write.at - press.at > queueMs) return undefined;
		if (isShown && screen.includes('[>Send this line')) {
			const asks = isDanger || /pasted lines? for \d+ servers/.test(screen);
			const typed: Verdict = {write, kind: 'typed', reason: 'pasted line'};
			return {verdict: asks ? verdictOf(write, one, 'pasted line') : typed, press, repeats: false};
		}
		const selected = Number(/^(\d+) selected$/.exec(input?.server ?? '')?.[1] ?? 0);
		if (!input || (selected === 0 && !isServer(input, name))) return undefined;
		if (!isTyped(text, one, presses)) return undefined;
		const cause = (verdict: Verdict) => ({verdict, press, repeats: false});
		if (!isDanger && selected < 2) return cause({write, kind: 'typed', reason: 'input'});
		if (/press Enter a|press it a/i.test(screen)) return cause(verdictOf(write, one, 'second Enter'));
		return cause({write, kind: 'violation', reason: 'no confirmation was on the screen'});
	};
	const causes = before.map(causeOf).filter(cause => cause !== undefined);
	const found = pick(write, causes, takeOnce);
	if (found && found.kind !== 'violation') return found;
	if (!isDanger && before.some(one => isTypedBlind({write, text}, one, presses)))
		return {write, kind: 'typed', reason: 'keys after a resize'};
	if (isListCommand(command)) return {write, kind: 'probe', reason: 'list of players'};
	return found ?? {write, kind: 'violation', reason: 'never typed or confirmed'};
}

const weight = ({verdict: {kind}}: Cause) => (kind === 'violation' ? 2 : kind === 'quick' ? 1 : 0);

export function verdictOf(write: Write, found: Judged, what: string): Verdict {
	const pause = `${Math.round(found.gapMs)}ms after the last key`;
	if (found.press.bytes !== '\r')
		return {write, kind: 'violation', reason: `${what}: confirmed by several keys in one read`};
	if (found.isRepeat)
		return {write, kind: 'violation', reason: `${what}: confirmed by a repeated Enter, ${pause}`};
	return {write, kind: isQuick(found) ? 'quick' : 'confirmed', reason: `${what}, ${pause}`};
}

const isQuick = ({gapMs}: Judged) => gapMs < newPressMs;

/**
Whether the title names the server of a review whose request is above the rows that fit, which a mark says. A long title
is cut in the middle.
*/
function isNamed({title, isScrolled}: Review, name: string): boolean {
	if (name === '' || !isScrolled) return false;
	const whole = `${title.split(' ')[0]} ${name}`;
	const [start = '', end] = title.split('…');
	return end === undefined ? title === whole : whole.startsWith(start) && whole.endsWith(end);
}

/** Whether a review shows the message for another game, because only the first of many requests fit. */
function isBroadcast(review: Review | undefined, command: string): boolean {
	const [, message] = /^(?:say|ServerChat|Broadcast) (.+)$/.exec(command) ?? [];
	if (!review || message === undefined || !/^Broadcast to \d+ servers/.test(review.title)) return false;
	const shown = squash(review.text);
	return ['say', 'serverchat', 'broadcast'].some(verb => shown.includes(`command${verb}${squash(message)}`));
}

/** The title of the dialog that sends such a request. */
function verbOf({path}: Write): RegExp {
	const last = path.split('/').at(-1) ?? '';
	const known: Record<string, RegExp> = {
		restart: /restart/i,
		stop: /stop/i,
		start: /start/i,
		'change-display-name': /rename/i,
		'change-directory': /director|move/i,
		create: /create/i,
	};
	return known[last] ?? /./;
}

/** The last row with an input. Another pane may be right of it. */
function inputOf(screen: string): Input | undefined {
	const [row, server, text = '', border] = /(?:^|│)\[(.+?)\] rcon> ?([^│\n]*)(│?)/m.exec(screen) ?? [];
	if (row === undefined || server === undefined) return undefined;
	const width = Math.max(...screen.split('\n').map(({length}) => length));
	return {server, text, isCut: border === '' ? row.length >= width - 1 : !text.endsWith('  ')};
}

/** Whether the input belongs to the server. A long name is cut in the middle. */
function isServer({server}: Input, name: string): boolean {
	const [start = '', end] = server.replace(/ \d+p$/, '').split('…');
	return end === undefined
		? start.startsWith(name.slice(0, 8))
		: name.startsWith(start) && name.endsWith(end);
}

/** Whether the input shows the text before an Enter, maybe without the last keys, or the keys before it type it. */
function isTyped(text: string, {press, index, input}: Enter, presses: readonly Press[]): boolean {
	const shown = input?.text ?? '';
	const keys = keysBefore(presses, index);
	const isShown = [...keys, ''].some((_, at) => {
		const typed = squash(shown + textOf(keys.slice(at)));
		return typed.includes(text.slice(-20)) || (input?.isCut === true && typed !== '' && text.endsWith(typed));
	});
	return isShown || isInKeys(text, press, presses);
}

/**
Whether the last keys before an Enter type the text, and the screen says that the terminal is too small: a busy program
acts on keys between a resize and the next screen.
*/
const isTypedBlind = (
	{write, text}: {write: Write; text: string},
	{press, index}: Enter,
	presses: readonly Press[],
): boolean =>
	write.at - press.at < undoMs &&
	/too\s+small/.test(press.screen) &&
	squash(textOf(keysBefore(presses, index))).includes(text);

/** Whether the keys up to a press contain the text. */
export function isInKeys(text: string, press: Press, presses: readonly Press[]): boolean {
	const index = presses.indexOf(press);
	return squash(textOf(presses.slice(Math.max(0, index - 60), index + 1).map(({bytes}) => bytes))).includes(
		text,
	);
}

/** What keys type: pasted text, too, but not arrows. */
const textOf = (keys: readonly string[]) =>
	keys.map(key => (/^\x1b(?!\[200~)/.test(key) ? '' : key)).join('');
