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
const newPressMs = 700;
/** The undo window and the way to the service. */
const undoMs = 6000;

/** What this judge holds to be destructive, from the documentation of the games. */
const dangers = {
	ark: /^\s*(?:doexit|destroy(?:all|wilddinos|structures|tribe\w*|mytarget))(?=\s|$)/i,
	cs2: /(?:^|;)\s*(?:quit|exit|_restart|killserver|sv_shutdown|rcon_password)(?=[\s;]|$)/i,
};
const listCommands = new Set(['listplayers', 'status', 'status_json']);

/** The server of a write. */
export type Target = {name: string; game: 'ark' | 'cs2'};
type Judged = {press: Press; gapMs: number; isRepeat: boolean};

/** Decides for every write which press of a key caused it, and whether that key was meant to. */
export function judge(
	writes: readonly Write[],
	presses: readonly Press[],
	targetOf: (serverId: string) => Target,
): Verdict[] {
	const enters = presses.flatMap((press, index): Judged[] => {
		if (!press.bytes.includes('\r')) return [];
		const before = presses[index - 1];
		const gapMs = before ? press.at - before.at : Number.POSITIVE_INFINITY;
		return [{press, gapMs, isRepeat: before?.bytes === press.bytes && gapMs < newPressMs}];
	});
	const used = new Map<Press, Set<string>>();
	const takeOnce = (press: Press, write: Write): boolean => {
		const seen = used.get(press) ?? new Set();
		used.set(press, seen);
		const id = `${write.method} ${write.path} ${JSON.stringify(write.body)}`;
		return !seen.has(id) && seen.add(id) !== undefined;
	};
	return writes.map(write => {
		const before = enters.filter(({press}) => press.at <= write.at).reverse();
		const command = write.path.endsWith('/rcon') ? String(write.body['command']) : undefined;
		return command === undefined
			? judgeAction(write, before, takeOnce)
			: judgeCommand(
					{write, command, ...targetOf(write.path.split('/')[2] ?? '')},
					before,
					presses,
					takeOnce,
				);
	});
}

type TakeOnce = (press: Press, write: Write) => boolean;

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
function judgeAction(write: Write, before: readonly Judged[], takeOnce: TakeOnce): Verdict {
	const verb = verbOf(write);
	const causes = before.flatMap((one): Cause[] => {
		const {press} = one;
		const title = titleOf(press.screen);
		if (!isReview(press.screen) || !verb.test(title)) return [];
		const repeats = /\d+ servers/.test(title);
		const isThis = write.at - press.at < undoMs && press.screen.includes(`${write.method} ${write.path}`);
		return isThis || repeats ? [{verdict: verdictOf(write, one, title), press, repeats}] : [];
	});
	return pick(write, causes, takeOnce) ?? {write, kind: 'violation', reason: 'no review of it was confirmed'};
}

type Sent = {write: Write; command: string} & Target;

/** A command may wait for the answers before it, ms. */
const queueMs = 300_000;

function judgeCommand(
	{write, command, name, game}: Sent,
	before: readonly Judged[],
	presses: readonly Press[],
	takeOnce: TakeOnce,
): Verdict {
	const isDanger = dangers[game].test(command);
	const text = squash(command);
	const causeOf = (one: Judged): Cause | undefined => {
		const {press} = one;
		const {screen} = press;
		const isShown = squash(rowsOfDialog(screen)).includes(text);
		if (isReview(screen) && isShown) {
			const title = titleOf(screen);
			return {verdict: verdictOf(write, one, title), press, repeats: /watch|restart|stop/i.test(title)};
		}
		if (write.at - press.at > queueMs) return undefined;
		if (isShown && screen.includes('[>Send this line')) {
			const asks = isDanger || /pasted lines? for \d+ servers/.test(screen);
			const typed: Verdict = {write, kind: 'typed', reason: 'pasted line'};
			return {verdict: asks ? verdictOf(write, one, 'pasted line') : typed, press, repeats: false};
		}
		const input = inputOf(screen);
		const selected = Number(/^(\d+) selected$/.exec(input?.server ?? '')?.[1] ?? 0);
		if (!input || (selected === 0 && !input.server.startsWith(name.slice(0, 8)))) return undefined;
		if (!isTyped(text, one, presses)) return undefined;
		const cause = (verdict: Verdict) => ({verdict, press, repeats: false});
		if (!isDanger && selected < 2) return cause({write, kind: 'typed', reason: 'input'});
		if (/Enter again|press it again/i.test(screen)) return cause(verdictOf(write, one, 'second Enter'));
		return cause({write, kind: 'violation', reason: 'no confirmation was on the screen'});
	};
	const causes = before.map(causeOf).filter(cause => cause !== undefined);
	const found = pick(write, causes, takeOnce);
	if (found && found.kind !== 'violation') return found;
	if (listCommands.has(command.toLowerCase())) return {write, kind: 'probe', reason: 'list of players'};
	return found ?? {write, kind: 'violation', reason: 'never typed or confirmed'};
}

const weight = ({verdict: {kind}}: Cause) => (kind === 'violation' ? 2 : kind === 'quick' ? 1 : 0);

const rowsOfDialog = (screen: string) =>
	screen
		.split('\n')
		.filter(row => row.startsWith('│'))
		.join('\n');

function verdictOf(write: Write, found: Judged, what: string): Verdict {
	const pause = `${Math.round(found.gapMs)}ms after the last key`;
	if (found.press.bytes !== '\r')
		return {write, kind: 'violation', reason: `${what}: confirmed by several keys in one read`};
	if (found.isRepeat)
		return {write, kind: 'violation', reason: `${what}: confirmed by a repeated Enter, ${pause}`};
	return {write, kind: isQuick(found) ? 'quick' : 'confirmed', reason: `${what}, ${pause}`};
}

const isQuick = ({gapMs}: Judged) => gapMs < newPressMs;

/** Whether a review is on the screen with the focus on the button that sends. */
const isReview = (screen: string) => /step 2 of 2/.test(screen) && /\[>(?!Do nothing)[^<]+<\]/.test(screen);
const titleOf = (screen: string) => /┌─ (.+?) ─+/.exec(screen)?.[1] ?? '';

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

/** The last row with an input: its server and its text. */
function inputOf(screen: string): {server: string; text: string} | undefined {
	const [, server, text] = /^\[(.+?)\] rcon> ?(.*)$/m.exec(screen) ?? [];
	return server === undefined ? undefined : {server, text: text ?? ''};
}

/** Whether the input shows the text before an Enter, or the keys shortly before it type it. */
function isTyped(text: string, {press}: Judged, presses: readonly Press[]): boolean {
	if (squash(inputOf(press.screen)?.text ?? '').includes(text.slice(-20))) return true;
	const index = presses.indexOf(press);
	const keys = presses.slice(Math.max(0, index - 60), index + 1).map(({bytes}) => bytes);
	return squash(keys.join('')).includes(text);
}

const squash = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
