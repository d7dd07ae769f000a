import {linesOf} from '../../core/actions/paste.ts';
import {rememberSent} from '../../core/actions/history.ts';
import {runTyped} from '../../core/actions/rcon.ts';
import {readyToSend} from '../../core/actions/send-line.ts';
import {armedMs, bounceMs} from '../../core/input/offers.ts';
import type {StreamDesk} from './desk.ts';

export type RconLine = {
	/** Sends the line; false where it stays in the line, to be sent by another Enter. */
	send: (text: string, company: 'alone' | 'text') => boolean;
	/** Asks for each line of a paste by itself. */
	review: (pasted: string) => Promise<void>;
};

/** What is done with lines that are commands for the chosen server. */
export function createRconLine({services, say, ask, target}: StreamDesk): RconLine {
	const {store, clock, settings} = services;
	/** A destructive line to which Enter was given once. */
	let armed: {text: string; serverId: string; at: number} | undefined;
	/** The server a command may go to now; else why not is said. */
	const open = (): string | undefined => {
		const serverId = target();
		if (settings.readOnly) say('WARNING This session is read-only: nothing is sent to a server.');
		else if (serverId === undefined) say('No server is chosen: :servers names them, :use NAME chooses one.');
		else if (!store.getState().fleet.servers[serverId])
			say('WARNING The chosen server is gone from the list.');
		else return serverId;
		return undefined;
	};
	const send = (text: string, company: 'alone' | 'text'): boolean => {
		const serverId = open();
		if (serverId === undefined) return true;
		const ready = readyToSend(services, serverId, text);
		if ('problem' in ready) {
			say(ready.problem);
			return true;
		}
		if (ready.danger !== undefined) {
			const since = clock.now() - (armed?.at ?? Number.NEGATIVE_INFINITY);
			const isArmed = armed?.text === text && armed.serverId === serverId && since <= armedMs;
			if (isArmed && (company === 'text' || since < bounceMs)) return false;
			if (!isArmed) {
				armed = {text, serverId, at: clock.now()};
				const seconds = armedMs / 1000;
				say(
					`WARNING This looks destructive: ${ready.danger} Enter again within ${seconds} seconds sends it, Ctrl-C clears it.`,
				);
				return false;
			}
		}
		armed = undefined;
		rememberSent(services, serverId, text.trim());
		void runTyped(services, serverId, ready.text);
		return true;
	};
	const review = async (pasted: string): Promise<void> => {
		const serverId = open();
		if (serverId === undefined) return;
		const lines = linesOf(pasted).map(line => line.trim());
		say(`PASTED ${lines.length} lines, each is asked by itself; nothing is sent without an answer.`);
		let sent = 0;
		for (const [index, text] of lines.entries()) {
			const ready = readyToSend(services, serverId, text);
			if ('problem' in ready) {
				say(`PROBLEM ${text}: ${ready.problem}`);
				continue;
			}
			say(`LINE ${index + 1} of ${lines.length}: ${text}`);
			if (ready.danger !== undefined) say(`WARNING This looks destructive: ${ready.danger}`);
			const answer = await ask({
				prompt: 'Send it? Type yes; Enter drops it, Ctrl-C drops the rest: ',
				confirms: true,
			});
			if (answer === undefined) break;
			if (answer.trim().toLowerCase() !== 'yes') continue;
			rememberSent(services, serverId, text);
			void runTyped(services, serverId, ready.text);
			sent++;
		}
		say(`${sent} of the pasted lines sent, ${lines.length - sent} not.`);
	};
	return {send, review};
}
