import type {Clock} from '../../lib/clock.ts';
import type {GameFacts} from '../agent/agent.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {GameConsole} from '../console/keep-open.ts';
import type {PowerDriver} from '../power/power-driver.ts';
import type {AskQuery, QueryAnswer} from '../query/query.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {gameConsoleMessages, serverInputMessages} from '../../messages/service-servers.ts';
import {judge, type Contact, type Judgement} from './judge.ts';
import type {OwnCommands} from './own-commands.ts';

/** What a server is observed by. */
export type ObservedParts = {
	/** Undefined if it has no console. */
	console: GameConsole | undefined;
	/**
	Set if an answer may be something else that was printed meanwhile: called with a text that cannot be the answer to the
	probe command.
	*/
	onNoAnswer?: (text: string) => void;
	/** True if `readPlayers` can read the answer to the probe command. */
	hasReader: boolean;
	query: AskQuery | undefined;
	power: PowerDriver;
	/** Whether the driver is more than an observer, and so knows whether the server runs. */
	hasPower: boolean;
	commands: OwnCommands;
	/** Reads the number of players in an answer to the probe command. */
	readPlayers: (answer: string) => number | undefined;
	/** How long the server may take from its start until it answers, in milliseconds. */
	readyMs: number;
	clock: Clock;
};

/** Reaches for a server, and judges what that proves. */
export type Observer = {
	/** Reaches for the server once. Rejects only with the signal's reason. */
	observe: (signal: AbortSignal) => Promise<Judgement>;
	/** What the game last told about itself. */
	facts: () => GameFacts;
	/** `starting`: it need not answer yet. `stopping`: it was asked to stop. `stopped`: it has stopped. */
	expect: (expected: Expected) => void;
};
type Expected = 'starting' | 'stopping' | 'stopped' | undefined;

/** How long a game may take to answer an observation. */
const patienceMs = 5000;
/** How often the console is asked although a query answers: whether it works matters before it is needed. */
const consoleEveryMs = 30_000;

const nothing: GameFacts = {players: undefined, maxPlayers: undefined, map: undefined};

export function createObserver(parts: ObservedParts): Observer {
	const {console, query, power, hasPower, commands, clock} = parts;
	let facts = nothing;
	let expected: Expected;
	let expectedSince = -Infinity;
	let askedAt = -Infinity;
	let lastConsole: Contact | undefined;

	const expectation = () => {
		if (expected !== 'starting') return expected && 'stopped';
		return clock.monotonic() - expectedSince < parts.readyMs ? expected : undefined;
	};
	const askConsole = async (signal: AbortSignal): Promise<Contact | undefined> => {
		if (!console) return undefined;
		const answer = console.send(commands.probe, {timeoutMs: patienceMs, signal});
		lastConsole = await contactOf(answer, text => {
			const players = parts.readPlayers(text);
			if (players !== undefined && !query) facts = {...facts, players};
			// A starting game prints a lot, but no answer yet.
			const isStarting = parts.hasReader && expectation() === 'starting';
			if (!parts.onNoAnswer || (isStarting ? players !== undefined : text !== '')) return;
			parts.onNoAnswer(text);
			throw new ConsoleError('timeout', serverInputMessages.silent(commands.probe));
		});
		askedAt = clock.monotonic();
		return lastConsole;
	};
	return {
		observe: async signal => {
			const [status, queried] = await Promise.all([
				hasPower ? power.status(signal) : undefined,
				query && contactOf(query({timeoutMs: patienceMs, signal}), answer => (facts = factsOf(answer))),
			]);
			const isDue = queried?.kind !== 'answered' || clock.monotonic() - askedAt >= consoleEveryMs;
			const contact = isDue ? await askConsole(signal) : lastConsole;
			const judgement = judge({power: status, console: contact, query: queried}, expectation());
			if (judgement.state !== 'ONLINE') facts = nothing;
			else if (expected !== 'stopping') expected = undefined;
			return judgement;
		},
		facts: () => facts,
		expect: value => {
			expected = value;
			expectedSince = clock.monotonic();
		},
	};
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
		const {reason, message, certificate} = reasonBehind(error);
		// The connection existed, so the game was there; whether it still is, the next attempt shows.
		const kind = reason === 'timeout' || reason === 'dropped' ? 'silent' : reason;
		const isPending = message === gameConsoleMessages.notSentInTime;
		const words = isPending ? ownServerMessages.silentConsole : message;
		return {kind, reason: words, ...(certificate !== undefined && {certificate})};
	}
}

/** A command that was not sent for lack of a connection is `refused`, even if a silent machine is the cause. */
const reasonBehind = (error: ConsoleError): ConsoleError =>
	error.cause instanceof ConsoleError ? error.cause : error;

const factsOf = ({players, maxPlayers, map}: QueryAnswer): GameFacts => ({players, maxPlayers, map});
