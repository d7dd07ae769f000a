import {pause} from '../../lib/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import type {SendOptions} from '../console/connection.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {GameFacts} from '../agent/agent.ts';
import {PowerError} from '../power/power-driver.ts';
import type {Judgement} from './judge.ts';
import type {OwnCommands} from './own-commands.ts';
import {contactOf, createObserver, type ObservedParts} from './observer.ts';

/** A real server, for as long as the service runs. */
export type OwnServer = {
	/** Why an operation is impossible, as a sentence; undefined if it is possible. */
	blocked: (operation: 'start' | 'stop' | 'kill') => string | undefined;
	/** Commands for its console; undefined if the game has none for it. */
	lines: Pick<OwnCommands, 'save' | 'backup'> & {say: (text: string) => string | undefined};
	/** Runs a command on the console. Throws `ConsoleError`. */
	send: (command: string, options: SendOptions) => Promise<string>;
	/** Reaches for the server once and returns what that proves. */
	observe: (signal: AbortSignal) => Promise<Judgement>;
	facts: () => GameFacts;
	/** Throws `PowerError`. */
	start: (signal: AbortSignal) => Promise<void>;
	/** Stops it gracefully within its time limit, then by force. Resolves once it is down. Throws `PowerError`. */
	stop: (signal: AbortSignal) => Promise<void>;
	/** Throws `PowerError`. */
	kill: (signal: AbortSignal) => Promise<void>;
	/** The last lines of its output, oldest first. */
	log: (signal: AbortSignal) => Promise<readonly string[]>;
	/** Ends the observation; the server continues. */
	close: () => void;
};

export type OwnServerParts = ObservedParts & {
	/** Whether the console's own command is the right way to stop it. A supervisor would start it again. */
	stopsByConsole: boolean;
	/** Time limit of a stop, in milliseconds. */
	stopMs: number;
};

/** How long the console may take to accept a stop. */
const patienceMs = 5000;
/** How often to check whether a stopping server has ended. */
const checkMs = 500;

export function openOwnServer(parts: OwnServerParts): OwnServer {
	const {console, power, commands, clock, stopsByConsole, stopMs} = parts;
	const {observe, facts, expect} = createObserver(parts);

	/**
	Returns whether the console took the stop command. Games often close the connection instead of answering. Throws
	`PowerError` if it did not and nothing else can stop the server.
	*/
	const stopByConsole = async (signal: AbortSignal): Promise<boolean> => {
		if (!console || !stopsByConsole || commands.stop === undefined) return false;
		const sent = console.send(commands.stop, {timeoutMs: patienceMs, signal});
		const contact = await contactOf(sent, () => {});
		if (contact.kind === 'answered' || contact.kind === 'silent') return true;
		// Without a driver there is no other way.
		if (power.blocked.stop !== undefined) throw new PowerError(contact.reason);
		return false;
	};
	/** Resolves to false if the server has not ended within its time limit. */
	const waitForEnd = async (signal: AbortSignal): Promise<boolean> => {
		const deadline = clock.monotonic() + stopMs;
		while ((await observe(signal)).state !== 'OFFLINE') {
			if (clock.monotonic() >= deadline) return false;
			await pause(clock, checkMs, signal);
		}
		return true;
	};
	return {
		blocked: operation => {
			const isByConsole = console && stopsByConsole && commands.stop !== undefined;
			return operation === 'stop' && isByConsole ? undefined : power.blocked[operation];
		},
		lines: {
			say: text => commands.say?.replace('{text}', () => text.replaceAll(/[\0\r\n]+/g, ' ')),
			save: commands.save,
			backup: commands.backup,
		},
		send: (command, options) =>
			console
				? console.send(command, options)
				: Promise.reject(new ConsoleError('refused', ownServerMessages.noConsole)),
		observe,
		facts,
		start: async signal => {
			expect('starting');
			await power.start(signal);
		},
		stop: async signal => {
			expect(undefined);
			const isAsked = await stopByConsole(signal);
			if (isAsked) expect('stopping');
			else await power.stop(signal);
			const isDown = await waitForEnd(signal);
			expect(isAsked && isDown ? 'stopped' : undefined);
			if (isDown) return;
			if (power.blocked.kill !== undefined)
				throw new PowerError(ownServerMessages.stopTimedOut(stopMs / 1000));
			await power.kill(signal);
		},
		kill: power.kill,
		log: power.log,
		close: () => {
			console?.close();
			power.release();
		},
	};
}
