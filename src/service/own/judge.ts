import {ownServerMessages} from '../../messages/own-servers.ts';
import type {PowerStatus} from '../power/power-driver.ts';

/** How an attempt to reach a game ended. `refused`: the machine answered that nothing listens. */
export type Contact =
	| {kind: 'answered'}
	| {
			kind: 'refused' | 'silent' | 'no-password' | 'untrusted' | 'wrong-password' | 'malformed';
			reason: string;
			/** The SHA-256 fingerprint of the certificate, if it is not trusted. */
			certificate?: string;
			/** The connection ended during the login: the password is wrong, or the game is not ready yet. */
			isUnclear?: boolean;
			/** No login was tried, because the last one was refused recently. */
			isPaused?: boolean;
	  };

/** What one round of observation found. Undefined: not asked, because the server has no such thing. */
export type Observation = {
	power: PowerStatus | undefined;
	console: Contact | undefined;
	query: Contact | undefined;
	/** Whether the port of a console that let nobody in accepts connections. */
	port?: Contact | undefined;
};

export type Judgment = {
	state: 'ONLINE' | 'OFFLINE' | 'INITIALIZING' | 'UNKNOWN';
	/** Why it is not ONLINE, or what is wrong with its query although it is. */
	problem: string | undefined;
	/** Why the console does not work, in any state. */
	consoleProblem: string | undefined;
	/** True if the driver or an answer says so: only then may the files of a server that is OFFLINE be touched. */
	isCertain: boolean;
	/** True if the machine answered that nothing listens, although the driver cannot tell whether the server runs. */
	isRefused?: boolean;
	/** Set if the driver says that the server has ended: how, as a sentence, or empty if it does not know. */
	ended?: string;
};

/**
`starting`: started so recently that it need not answer yet. `stopped`: the service stopped it, and it is silent
since.
*/
type Expectation = 'starting' | 'stopped' | undefined;

/** Whether a console cannot be used for a reason that the state of the game does not explain. */
export const isLocked = (contact: Contact | undefined): boolean =>
	contact?.kind === 'wrong-password' || contact?.kind === 'no-password' || mayBeAnother(contact);

/** Whether what listens on the port may be another program: it speaks another protocol, or has another certificate. */
const mayBeAnother = (contact: Contact | undefined): boolean =>
	contact?.kind === 'malformed' || contact?.kind === 'untrusted';

/**
Returns the state that the observation proves. An answer proves that the server is up; only the driver, or a machine that
refuses every connection, proves that it is down. A console that refuses every login proves nothing: only the driver and
the port do.
Everything else, such as a frozen game or a lost network, is unknown.
*/
export function judge(observation: Observation, expected: Expectation): Judgment {
	const {power, console, query, port} = observation;
	const contacts = [console, query].filter(contact => contact !== undefined);
	const isBarred = isLocked(console);
	const isRunning = power?.kind === 'running';
	const is = (state: Judgment['state'], isCertain = false): Judgment => {
		const consoleProblem = isBarred || state === 'ONLINE' ? reasonOf(console) : undefined;
		return {state, problem: problemIn(observation, state), consoleProblem, isCertain};
	};
	// Even if the driver has stopped: someone else may have started it.
	if (contacts.some(({kind}) => kind === 'answered')) return is('ONLINE', true);
	if (power?.kind === 'stopped') return {...is('OFFLINE', true), ended: power.how ?? ''};
	if (contacts.length === 0 && isRunning) return is('ONLINE', true);
	const ended = power?.kind === 'unknown' && power.hasEnded ? power.reason : undefined;
	if (ended !== undefined) return {...is('UNKNOWN'), problem: ended, ended};
	// Over UDP a stopped server is silent, so the refusal of one of them is enough.
	const isRefused = [...contacts, port].some(contact => contact?.kind === 'refused');
	const isThere = isRunning || (port?.kind === 'answered' && !mayBeAnother(console));
	if (isBarred && isThere && !isRefused && !(expected === 'starting' && mayBeEarly(console)))
		return is('ONLINE', true);
	if (expected === 'starting') return is('INITIALIZING');
	// A closed port alone proves nothing: the server may be installing.
	const looksDown = expected === 'stopped' || (isRefused && power === undefined);
	return {...is(!isRunning && looksDown ? 'OFFLINE' : 'UNKNOWN'), isRefused};
}

/** Whether a game that is not ready yet would behave in the same way. */
export const mayBeEarly = (contact: Contact | undefined): boolean =>
	mayBeAnother(contact) || (contact?.kind === 'wrong-password' && contact.isUnclear === true);

const reasonOf = (contact: Contact | undefined): string | undefined =>
	contact && 'reason' in contact ? contact.reason : undefined;

/** Returns why the server is not ONLINE, or what is wrong with its query although it is. */
function problemIn({power, console, query, port}: Observation, state: Judgment['state']): string | undefined {
	if (state === 'ONLINE') return reasonOf(query);
	if (power?.kind === 'stopped') return undefined;
	const inOrder = isLocked(console) ? [port, query] : [console, query];
	const reason = inOrder.map(reasonOf).find(text => text !== undefined);
	const told = power?.kind === 'unknown' ? [power.reason] : [];
	if (reason !== undefined || told.length > 0)
		return [...told, ...(reason === undefined ? [] : [reason])].join(' ');
	return isLocked(console) ? undefined : ownServerMessages.notObserved;
}
