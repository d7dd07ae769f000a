import {ownServerMessages} from '../../messages/own-servers.ts';
import type {PowerStatus} from '../power/power-driver.ts';

/** How an attempt to reach a game ended. `refused`: the machine answered that nothing listens. */
export type Contact =
	| {kind: 'answered'}
	| {
			kind: 'refused' | 'silent' | 'no-password' | 'wrong-password' | 'malformed';
			reason: string;
			/** The SHA-256 fingerprint of the certificate, if it is not trusted. */
			certificate?: string;
	  };

/** What one round of observation found. Undefined: not asked, because the server has no such thing. */
export type Observation = {
	power: PowerStatus | undefined;
	console: Contact | undefined;
	query: Contact | undefined;
};

export type Judgement = {
	state: 'ONLINE' | 'OFFLINE' | 'INITIALIZING' | 'UNKNOWN';
	/** Why it is not ONLINE, or what is wrong although it is. */
	problem: string | undefined;
	/** True if one observation is enough: the driver knows. */
	isCertain: boolean;
};

/** `starting`: started so recently that it need not answer yet. `stopped`: the service stopped it, and it is silent since. */
type Expectation = 'starting' | 'stopped' | undefined;

/**
Returns the state that the observation proves. An
answer proves that the server is up; only the driver, or a machine that refuses every connection, proves that it is down.
Everything else, such as a frozen game or a lost network, is unknown.
*/
export function judge({power, console, query}: Observation, expected: Expectation): Judgement {
	const contacts = [console, query].filter(contact => contact !== undefined);
	const failed = contacts.filter(contact => contact.kind !== 'answered');
	const problem = failed[0]?.reason;
	const is = (state: Judgement['state'], isCertain = false): Judgement => ({state, problem, isCertain});
	// Even if the driver has stopped: somebody else may have started it.
	if (contacts.length > failed.length) return is('ONLINE', true);
	// A game that refuses the password is up, although its console is of no use.
	if (failed.some(({kind}) => kind === 'wrong-password')) return is('ONLINE');
	if (power?.kind === 'stopped') return {...is('OFFLINE', true), problem: undefined};
	if (contacts.length === 0 && power?.kind === 'running') return is('ONLINE', true);
	if (expected === 'starting') return is('INITIALIZING');
	// Over UDP a stopped server is silent, so the refusal of one of the two is enough.
	const isRefused = failed.some(({kind}) => kind === 'refused');
	if (power?.kind !== 'running' && (isRefused || expected === 'stopped')) return is('OFFLINE');
	const reason = power?.kind === 'unknown' ? power.reason : ownServerMessages.notObserved;
	return {...is('UNKNOWN'), problem: problem ?? reason};
}
