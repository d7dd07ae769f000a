import type {Clock} from '../../lib/time/clock.ts';
import type {GameFacts} from '../agent/agent.ts';
import {isNobodyThere} from '../console/connect-in-time.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {GameConsole} from '../console/keep-open.ts';
import type {Knock} from '../console/knock.ts';
import {wholeLines} from '../../games/player-list.ts';
import type {PlayerCount} from '../../games/player.ts';
import type {PowerDriver, PowerStatus} from '../power/power-driver.ts';
import type {AskQuery, QueryAnswer} from '../query/query.ts';
import {createUsageMeter} from '../power/usage.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {gameConsoleMessages, serverInputMessages} from '../../messages/service.ts';
import {type Contact, isLocked, judge, type Judgment, mayBeEarly} from './judge.ts';

/** The console commands of one server: its own settings, else those of the game. */
export type OwnCommands = {
	/** Any harmless command. */
	probe: string;
	/** `{text}` is replaced with the message; undefined if the game's command is unknown. */
	say: string | undefined;
	/** Undefined if the game has nothing to save. */
	save: string | undefined;
	/** Undefined if the game cannot be stopped by its console. */
	stop: string | undefined;
	/** Undefined if the game writes to its files as long as it runs. */
	backup: {pause: string; flush?: string; resume: string} | undefined;
};

/** What a server is observed by. */
export type ObservedParts = {
	/** Undefined if it has no console. */
	console: GameConsole | undefined;
	/** Connects to the port of the console if the console refuses logins; undefined if it has none. */
	knock?: Knock | undefined;
	/**
	Set if an answer may be something else that was printed meanwhile: called with a text that cannot be the answer to the
	probe command.
	*/
	onNoAnswer?: (text: string) => void;
	/** Called when the probe command is sent. */
	onProbe: () => void;
	/** True if `readPlayers` can read the answer to the probe command. */
	hasReader: boolean;
	query: AskQuery | undefined;
	power: PowerDriver;
	/** Whether the driver is more than an observer, and so knows whether the server runs. */
	hasPower: boolean;
	commands: OwnCommands;
	/** Reads the number of players in an answer to the probe command. */
	readPlayers: (answer: string) => PlayerCount | undefined;
	/** How long the server may take from its start until it answers, in milliseconds. */
	readyMs: number;
	clock: Clock;
};

/** Contacts a server, and judges its state from the result. */
export type Observer = {
	/**
	Reaches for the server once. Rejects only with the signal's reason. `isRoutine`: what its console answered a short while
	ago is enough.
	*/
	observe: (signal: AbortSignal, isRoutine?: boolean) => Promise<Judgment>;
	/** What the game last reported about itself. */
	facts: () => GameFacts;
	/** A command of someone else was answered, which proves as much as the probe command. */
	heard: (command: string, answer: string) => void;
	/** `starting`: it need not answer yet. `stopping`: it was asked to stop. `stopped`: it has stopped. */
	expect: (expected: Expected) => void;
};
type Expected = 'starting' | 'stopping' | 'stopped' | undefined;

/** How long a game may take to answer an observation. */
const patienceMs = 5000;
/**
How often the console is asked while it answers, because games log commands, and some accept only a few: less often while a
query or the commands of others are answered as well; whether the console works matters before it is needed.
*/
const [askedEveryMs, askedBesideOthersMs] = [15_000, 30_000];
/** How often it is tried while the driver says that the server is stopped. */
const stoppedEveryMs = 30_000;
/** How often a console is tried that may only not be ready yet, while its game starts. */
const earlyMs = 10_000;

const nothing: GameFacts = {players: undefined, maxPlayers: undefined, map: undefined};

/** The state of the console, and since when. */
type Asked = {
	/** When the probe command, and when anyone's command, was last answered. */
	askedAt: number;
	answeredAt: number;
	/** Whether the query answered the last observation. */
	wasQueried: boolean;
	contact: Contact | undefined;
};

/** Returns whether the last answer of the console is too old. Only a query or the probe command counts the players. */
function isDue(
	{console, clock}: ObservedParts,
	{askedAt, answeredAt, wasQueried, contact}: Asked,
	status: PowerStatus | undefined,
	isQueryAnswered: boolean,
): boolean {
	const now = clock.monotonic();
	const isStopped = status?.kind === 'stopped';
	if (contact && contact.kind !== 'answered') return !isStopped || now - askedAt >= stoppedEveryMs;
	if (isStopped) return true;
	if (isQueryAnswered) return now - Math.max(askedAt, answeredAt) >= askedBesideOthersMs;
	if (wasQueried || console?.state().kind !== 'open') return true;
	const isInUse = now - answeredAt < askedEveryMs;
	return now - askedAt >= (isInUse ? askedBesideOthersMs : askedEveryMs);
}

export function createObserver(parts: ObservedParts): Observer {
	const {console, query, power, hasPower, commands, clock} = parts;
	let facts = nothing;
	let expected: Expected;
	let expectedSince = -Infinity;
	const asked: Asked = {askedAt: -Infinity, answeredAt: -Infinity, wasQueried: false, contact: undefined};
	/** The players in the last answer of the console; undefined if it proves no number. */
	let counted: PlayerCount | undefined;
	let triedAt = -Infinity;
	const meter = createUsageMeter(clock);

	const expectation = () => {
		if (expected !== 'starting') return expected && 'stopped';
		return clock.monotonic() - expectedSince < parts.readyMs ? expected : undefined;
	};
	const askConsole = async (signal: AbortSignal): Promise<Contact | undefined> => {
		if (!console) return undefined;
		const isEarly = expectation() === 'starting' && mayBeEarly(asked.contact);
		if (isEarly && clock.monotonic() - triedAt >= earlyMs) console.retry();
		parts.onProbe();
		const answer = console.send(commands.probe, {timeoutMs: patienceMs, signal}).catch((error: unknown) => {
			counted = countCut(parts, error);
			throw error;
		});
		asked.contact = await contactOf(answer, text => {
			const players = parts.readPlayers(text);
			counted = players;
			// A starting game prints a lot, but no answer yet.
			const isStarting = parts.hasReader && expectation() === 'starting';
			if (!parts.onNoAnswer || (isStarting ? players !== undefined : text !== '')) return;
			parts.onNoAnswer(text);
			throw new ConsoleError('timeout', serverInputMessages.silent(commands.probe));
		});
		asked.askedAt = clock.monotonic();
		if (asked.contact.kind === 'answered') asked.answeredAt = asked.askedAt;
		if (asked.contact.kind === 'answered' || !asked.contact.isPaused) triedAt = asked.askedAt;
		return asked.contact;
	};
	return {
		observe: async (signal, isRoutine = false) => {
			let told: Partial<QueryAnswer> = {};
			const isSample = meter.isDue();
			const [status, queried] = await Promise.all([
				hasPower ? power.status(signal, isSample) : undefined,
				query && contactOf(query({timeoutMs: patienceMs, signal}), answer => (told = answer)),
			]);
			meter.read(status, isSample);
			const isAnswered = queried?.kind === 'answered';
			const contact =
				!isRoutine || isDue(parts, asked, status, isAnswered) ? await askConsole(signal) : asked.contact;
			asked.wasQueried = isAnswered;
			const port = isAnswered ? undefined : await askPort(parts, contact, status, signal);
			const judgment = judge({power: status, console: contact, query: queried, port}, expectation());
			// An old number is not kept: a list that cannot be read anymore may be that of a full server.
			const listed = contact?.kind === 'answered' ? counted : undefined;
			facts = judgment.state === 'ONLINE' ? factsOf(told, listed) : nothing;
			if (judgment.state === 'ONLINE' && expected !== 'stopping') expected = undefined;
			return judgment;
		},
		facts: () => ({...facts, ...meter.usage()}),
		heard: (command, answer) => {
			const isProbe = command.trim().toLowerCase() === commands.probe.toLowerCase();
			// What a process prints may be something else.
			if (parts.onNoAnswer) return;
			asked.answeredAt = clock.monotonic();
			asked.contact = {kind: 'answered'};
			if (!isProbe) return;
			asked.askedAt = asked.answeredAt;
			counted = parts.readPlayers(answer);
		},
		expect: value => {
			expected = value;
			expectedSince = clock.monotonic();
			Object.assign(asked, {askedAt: -Infinity, answeredAt: -Infinity});
			if (value === 'starting') console?.retry();
		},
	};
}

function factsOf(
	{players, maxPlayers, map}: Partial<QueryAnswer>,
	listed: PlayerCount | undefined,
): GameFacts {
	const {players: number, isExact, max} = listed ?? {};
	return {
		players: players ?? (isExact ? number : undefined),
		...(players === undefined && isExact === false && {atLeast: number}),
		maxPlayers: maxPlayers ?? max,
		map,
	};
}

/** The players in the part of an answer that arrived. */
function countCut({readPlayers}: ObservedParts, error: unknown): PlayerCount | undefined {
	const part = error instanceof ConsoleError ? error.partial : undefined;
	const count = part === undefined ? undefined : readPlayers(wholeLines(part));
	return count && count.players > 0 ? {...count, isExact: false} : undefined;
}

/** Connects to the port of a console that refuses logins, unless the login just did or the driver has stopped the game. */
async function askPort(
	{console, knock}: ObservedParts,
	contact: Contact | undefined,
	status: PowerStatus | undefined,
	signal: AbortSignal,
): Promise<Contact | undefined> {
	if (!knock || !contact || contact.kind === 'answered' || !isLocked(contact)) return undefined;
	if (status?.kind === 'stopped') return undefined;
	if (contact.kind === 'wrong-password' && !contact.isPaused) return {kind: 'answered'};
	const port = await contactOf(knock({timeoutMs: patienceMs, signal}), () => {});
	// The next game on the port may be configured differently.
	if (port.kind === 'refused') console?.retry();
	return port;
}

/** Resolves to how an attempt to reach the game ended; rejects only with the signal's reason or a bug. */
export async function contactOf<Answer>(
	attempt: Promise<Answer>,
	read: (answer: Answer) => void,
): Promise<Contact> {
	try {
		read(await attempt);
		return {kind: 'answered'};
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
		const behind = reasonBehind(error);
		const {reason, message, certificate, isUnclear, isPaused} = behind;
		// It did answer, if only that the command failed, or after the login in a way that nobody can read.
		const isAnswer = reason === 'malformed' || reason === 'cut' || error.partial !== undefined;
		if (reason === 'rejected' || reason === 'unclear' || (behind === error && isAnswer))
			return {kind: 'answered'};
		const kind = kindOf(behind);
		const isPending = message === gameConsoleMessages.notSentInTime;
		const words = isPending ? ownServerMessages.silentConsole : message;
		return {
			kind,
			reason: words,
			...(certificate !== undefined && {certificate}),
			...(isUnclear && {isUnclear}),
			...(isPaused && {isPaused}),
		};
	}
}

function kindOf(error: ConsoleError): Exclude<Contact['kind'], 'answered'> {
	const {reason} = error;
	if (reason === 'no-password' || reason === 'wrong-password') return reason;
	if (reason === 'untrusted' || reason === 'malformed') return reason;
	if (reason === 'unsendable') return 'malformed';
	// Where a connection existed, the game was there; whether it still is, the next attempt shows.
	return reason === 'refused' && isNobodyThere(error) ? 'refused' : 'silent';
}

/** A command that was not sent for lack of a connection is `refused`, even if a silent machine is the cause. */
const reasonBehind = (error: ConsoleError): ConsoleError =>
	error.cause instanceof ConsoleError ? error.cause : error;
