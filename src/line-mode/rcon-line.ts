import {linesOf, mostPastedLines} from '../app/console/paste.ts';
import {rememberSent} from '../app/console/walk-history.ts';
import {sendToSeveral} from '../app/multi-command/send-to-several.ts';
import {runTyped} from '../app/console/send-command.ts';
import {readyToSend} from '../app/console/send-line.ts';
import {armedMs, bounceMs} from '../app/console/offers.ts';
import {markedLine, serversOfLine} from '../app/console/target.ts';
import type {Services} from '../app/kernel/services.ts';
import type {LineSession} from './session.ts';
import {noMarks, serverNow} from './named-servers.ts';
import {plural} from '../lib/plural.ts';

export type RconLine = {
	/**
	Sends the line, and is fulfilled when it has its answer; false where it stays in the line, to be sent by another Enter.
	*/
	send: (text: string, company: 'alone' | 'text') => Promise<void> | false;
	/** Asks for each line of a paste by itself. */
	review: (pasted: string) => Promise<void>;
};

const done = Promise.resolve();

/** To whom a line goes: whose line it is, and the servers of this moment. */
type Target = {key: string; serverIds: readonly string[]};

/** What is done with lines that are commands for the chosen server, or for the marked ones. */
export function createRconLine(session: LineSession): RconLine {
	const {services, print} = session;
	const {clock} = services;
	/** A destructive line to which Enter was given once. */
	let armed: {text: string; to: string; at: number} | undefined;
	const send = (text: string, company: 'alone' | 'text'): Promise<void> | false => {
		const to = openTarget(session);
		if (!to) return done;
		const ready = readyToSend(services, to.key, text);
		if ('problem' in ready) {
			print(ready.problem);
			return done;
		}
		if (ready.danger !== undefined) {
			const since = clock.now() - (armed?.at ?? Number.NEGATIVE_INFINITY);
			const whom = to.serverIds.join('\n');
			const isArmed = armed?.text === text && armed.to === whom && since <= armedMs;
			if (isArmed && (company === 'text' || since < bounceMs)) return false;
			if (!isArmed) {
				armed = {text, to: whom, at: clock.now()};
				const seconds = armedMs / 1000;
				const all = to.key === markedLine ? ` to ${plural(to.serverIds.length, 'server')}` : '';
				print(
					`WARNING This looks destructive: ${ready.danger} Enter again within ${seconds} seconds sends it${all}, Ctrl-C clears it.`,
				);
				return false;
			}
		}
		armed = undefined;
		return give(services, to, text, ready.text);
	};
	return {send, review: pasted => review(session, pasted)};
}

/** Whom a command may go to now; else why not is said. */
function openTarget(session: LineSession): Target | undefined {
	const {services, print, target} = session;
	const key = target();
	const state = services.store.getState();
	const serverIds = key === undefined ? [] : serversOfLine(state, key).filter(id => serverNow(session, id));
	if (services.settings.readOnly) print('WARNING This session is read-only: nothing is sent to a server.');
	else if (key === undefined) print('No server is chosen: :servers names them, :use NAME chooses one.');
	else if (serverIds.length > 0) return {key, serverIds};
	else print(key === markedLine ? noMarks : 'WARNING The chosen server is gone from the list.');
	return undefined;
}

async function give(
	services: Services,
	{key, serverIds}: Target,
	typed: string,
	text: string,
): Promise<void> {
	rememberSent(services, key, typed);
	if (key === markedLine) sendToSeveral(services, serverIds, text);
	else await runTyped(services, key, text);
}

async function review(session: LineSession, pasted: string): Promise<void> {
	const {services, print, ask} = session;
	const to = openTarget(session);
	if (!to) return;
	const lines = linesOf(pasted);
	if (lines.length > mostPastedLines) {
		const most = `At most ${mostPastedLines} lines can be reviewed`;
		print(`WARNING ${most}; ${lines.length} were pasted, and nothing was taken.`);
		return;
	}
	const whom = to.key === markedLine ? ` Each goes to ${plural(to.serverIds.length, 'server')}.` : '';
	print(`PASTED ${lines.length} lines, each is asked by itself; nothing is sent without an answer.${whom}`);
	let sent = 0;
	for (const [index, text] of lines.entries()) {
		if (text.trimStart().startsWith(':')) {
			print(`PROBLEM ${text}: what begins with a colon is for the deck, and must be typed.`);
			continue;
		}
		const ready = readyToSend(services, to.key, text);
		if ('problem' in ready) {
			print(`PROBLEM ${text}: ${ready.problem}`);
			continue;
		}
		print(`LINE ${index + 1} of ${lines.length}: ${text}`);
		if (ready.danger !== undefined) print(`WARNING This looks destructive: ${ready.danger}`);
		const answer = await ask({
			prompt: 'Send it? Type yes; Enter drops it, Ctrl-C drops the rest: ',
			confirms: true,
		});
		if (answer === undefined) break;
		if (answer.trim().toLowerCase() !== 'yes') continue;
		void give(services, to, text, ready.text);
		sent++;
	}
	print(`${sent} of the pasted lines sent, ${lines.length - sent} not.`);
}
