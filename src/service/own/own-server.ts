import type {CommandOptions} from '../console/keep-open.ts';
import {pause} from '../../lib/time/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {GameFacts} from '../agent/agent.ts';
import {type DriverVerb, PowerError} from '../power/power-driver.ts';
import {createObserver, type ObservedParts, type Observer, type OwnCommands} from './observer.ts';

/** A real server, for as long as the service runs. */
export type OwnServer = {
	/** Why an operation is impossible, as a sentence; undefined if it is possible. */
	blocked: (operation: DriverVerb) => string | undefined;
	/** Commands for its console; undefined if the game has none for it. */
	lines: Pick<OwnCommands, 'save' | 'stop' | 'backup'> & {say: (text: string) => string | undefined};
	/** Runs a command on the console. Throws `ConsoleError`. */
	send: (command: string, options: CommandOptions) => Promise<string>;
	/** Contacts the server once and returns its state. */
	observe: Observer['observe'];
	facts: () => GameFacts;
	/** How long after a start it may still look stopped, ms. */
	lagMs: number;
	/** How long it may take to answer after a start, ms. */
	readyMs: number;
	/** Throws `PowerError`. */
	start: (signal: AbortSignal) => Promise<void>;
	/**
	Stops it gracefully within its time limit: by its console, then by its driver, then by force. Calls `onStep` with a
	sentence when one way has failed and the next one begins. Resolves once it is down. Throws `PowerError`.
	*/
	stop: (signal: AbortSignal, onStep: (sentence: string) => void) => Promise<void>;
	/** Ends it without saving; with its stop program if nothing else can. Resolves once it is down. Throws `PowerError`. */
	kill: (signal: AbortSignal) => Promise<void>;
	/** The last lines of its output, oldest first. */
	log: (signal: AbortSignal) => Promise<readonly string[]>;
	/** Ends the observation; the server continues. */
	close: () => void;
};

export type OwnServerParts = ObservedParts & {
	/** Whether the console's own command is the right way to stop it. A supervisor would start it again. */
	stopsByConsole: boolean;
	/** Time limit of a graceful stop, in milliseconds. */
	stopMs: number;
};

/** How long the console may take to accept a stop. */
const patienceMs = 5000;
/** How often to check whether a stopping server has ended. */
const checkMs = 500;
/** How long a server that ignored its console may take to end after the stop of its driver. */
const driverStopMs = 10_000;
/** How long it may take to disappear after a kill. */
const killMs = 10_000;

export function openOwnServer(parts: OwnServerParts): OwnServer {
	const {console, power, commands, stopsByConsole} = parts;
	const observer = createObserver(parts);
	const {observe, facts, expect} = observer;

	return {
		lagMs: power.lagMs,
		readyMs: parts.readyMs,
		blocked: operation => {
			const isByConsole = console && stopsByConsole && commands.stop !== undefined;
			if (operation === 'stop' && isByConsole) return undefined;
			// The stop program of a server is all there is to end it.
			return operation === 'kill' ? power.blocked.stop && power.blocked.kill : power.blocked[operation];
		},
		lines: {
			say: text => commands.say?.replace('{text}', () => text.replaceAll(/[\0\r\n]+/g, ' ')),
			save: commands.save,
			stop: commands.stop,
			backup: commands.backup,
		},
		send: async (command, options) => {
			if (!console) throw new ConsoleError('refused', ownServerMessages.noConsole);
			const answer = await console.send(command, options);
			observer.heard(command, answer);
			return answer;
		},
		observe,
		facts,
		start: async signal => {
			expect('starting');
			await power.start(signal);
		},
		...createStops(parts, observer),
		log: power.log,
		close: () => {
			console?.close();
			power.release();
		},
	};
}

/** The ways to end a server. */
function createStops(parts: OwnServerParts, {observe, expect}: Observer): Pick<OwnServer, 'stop' | 'kill'> {
	const {console, power, commands, clock, stopsByConsole, hasPower, stopMs} = parts;
	/**
	Returns whether the console may have taken the stop command: games often close the connection instead of answering. Throws
	`PowerError` if it did not and nothing else can stop the server.
	*/
	const stopByConsole = async (signal: AbortSignal, onStep: (sentence: string) => void): Promise<boolean> => {
		if (!console || !stopsByConsole || commands.stop === undefined) return false;
		try {
			await console.send(commands.stop, {timeoutMs: patienceMs, signal});
			return true;
		} catch (error) {
			if (!(error instanceof ConsoleError)) throw error;
			if (error.mayHaveRun) return true;
			// Without a driver there is no other way.
			if (power.blocked.stop !== undefined) throw new PowerError(error.message);
			onStep(ownServerMessages.consoleFailed(error.message));
			return false;
		}
	};
	/** The driver's word is enough: a console that was cut off by the end of a game proves nothing, and takes seconds. */
	const isDown = async (signal: AbortSignal): Promise<boolean> => {
		const {kind} = hasPower ? await power.status(signal) : ({kind: 'unknown'} as const);
		if (kind !== 'unknown') return kind === 'stopped';
		const {state, isRefused} = await observe(signal);
		return state === 'OFFLINE' || isRefused === true;
	};
	/** Resolves to false if the server has not ended within its time limit. */
	const waitForEnd = async (withinMs: number, signal: AbortSignal): Promise<boolean> => {
		const deadline = clock.monotonic() + withinMs;
		while (!(await isDown(signal))) {
			if (clock.monotonic() >= deadline) return false;
			await pause(clock, checkMs, signal);
		}
		return true;
	};
	const kill = async (signal: AbortSignal): Promise<void> => {
		expect(undefined);
		await (power.blocked.kill === undefined ? power.kill(signal) : power.stop(signal));
		if (!(await waitForEnd(killMs + power.lagMs, signal)))
			throw new PowerError(ownServerMessages.notKilled(killMs / 1000));
	};
	return {
		stop: async (signal, onStep) => {
			expect(undefined);
			const isAsked = await stopByConsole(signal, onStep);
			if (isAsked) {
				expect('stopping');
				const hasEnded = await waitForEnd(stopMs, signal);
				expect(hasEnded ? 'stopped' : undefined);
				if (hasEnded) return;
				if (power.blocked.stop !== undefined)
					throw new PowerError(ownServerMessages.stopTimedOut(stopMs / 1000));
				onStep(ownServerMessages.consoleIgnored(stopMs / 1000));
			}
			await power.stop(signal);
			const driverMs = isAsked ? Math.min(stopMs, driverStopMs) : stopMs;
			if (await waitForEnd(driverMs + power.lagMs, signal)) return;
			const seconds = (isAsked ? stopMs + driverMs : driverMs) / 1000;
			if (power.blocked.kill !== undefined) throw new PowerError(ownServerMessages.stopTimedOut(seconds));
			onStep(ownServerMessages.killing(seconds));
			await kill(signal);
		},
		kill,
	};
}
