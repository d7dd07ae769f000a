import {linesOf, maxPastedLines} from '../app/console/send/paste.ts';
import {armedMs, confirmText, readyToSend} from '../app/console/send/send-line.ts';
import {type LineTarget, resultOf, sendTo} from '../app/console/send/send-pasted.ts';
import {quietMs} from '../app/kernel/keys/typing-guard.ts';
import {selectionLine, serversOfLine} from '../app/console/send/target.ts';
import type {LineSession} from './session.ts';
import {nothingSelected, serverNow} from './named-servers.ts';
import {isYesOrNo} from './question.ts';
import {lineFleetMessages, lineMessages, rconLineMessages} from '../messages/line-mode.ts';
import {consoleInputMessages} from '../messages/console.ts';
import {renderMessage} from '../messages/text.ts';

export type RconLine = {
	/** Sends the line; resolves with its answer. Returns false if the line stays and needs another Enter. */
	send: (text: string, arrival: 'alone' | 'text') => Promise<void> | false;
	/** Asks about each line of a paste separately. */
	review: (pasted: string) => Promise<void>;
};

const done = Promise.resolve();

/** Handles lines that are commands for the chosen server or the selection. */
export function createRconLine(session: LineSession): RconLine {
	const {services, print} = session;
	const {clock} = services;
	/** A dangerous line after its first Enter, and the time of the last Enter. */
	let armed: {text: string; to: string; at: number; enterAt: number; suspended: number} | undefined;
	const send = (text: string, arrival: 'alone' | 'text'): Promise<void> | false => {
		const to = openTarget(session);
		if (!to) return done;
		const added = armed && text.startsWith(armed.text) ? text.slice(armed.text.length).trim() : '';
		if (armed && (isYesOrNo(added) || added.startsWith(':'))) {
			print(rconLineMessages.added(added, armed.text));
			armed = undefined;
			return done;
		}
		const ready = readyToSend(services, to.key, text, armed?.text);
		if ('problem' in ready) {
			print(ready.problem);
			return done;
		}
		if (ready.needsConfirmation) {
			const now = clock.now();
			const whom = to.serverIds.join('\n');
			const suspended = services.suspensions.count();
			const isArmed =
				armed?.suspended === suspended &&
				armed.text === text &&
				armed.to === whom &&
				now - armed.at <= armedMs;
			if (isArmed && armed && (arrival === 'text' || now - armed.enterAt < quietMs)) {
				armed.enterAt = now;
				return false;
			}
			if (!isArmed) {
				armed = {text, to: whom, at: now, enterAt: now, suspended};
				const question = confirmText(services, to.serverIds, ready);
				print(renderMessage(rconLineMessages.confirm(question), services.frontEnd.segments));
				return false;
			}
		}
		armed = undefined;
		const {settled} = sendTo(services, to, {typed: text, text: ready.text});
		return to.key === selectionLine ? done : settled.then(() => {});
	};
	return {send, review: pasted => review(session, pasted)};
}

/** Returns the current target of a command; otherwise prints the reason. */
function openTarget(session: LineSession): LineTarget | undefined {
	const {services, print, target} = session;
	const key = target();
	const state = services.store.getState();
	const serverIds = key === undefined ? [] : serversOfLine(state, key).filter(id => serverNow(session, id));
	if (services.settings.readOnly) print(rconLineMessages.readOnly);
	else if (key === undefined) print(lineFleetMessages.nameOrChoose);
	else if (serverIds.length > 0) return {key, serverIds};
	else print(key === selectionLine ? nothingSelected : lineFleetMessages.chosenGone);
	return undefined;
}

async function review(session: LineSession, pasted: string): Promise<void> {
	const {services, print, ask} = session;
	const to = openTarget(session);
	if (!to) return;
	const lines = linesOf(pasted);
	if (lines.length > maxPastedLines) {
		const most = rconLineMessages.atMost(maxPastedLines);
		print(rconLineMessages.tooMany(most, lines.length));
		return;
	}
	const whom = to.key === selectionLine ? rconLineMessages.eachGoesTo(to.serverIds.length) : '';
	print(rconLineMessages.pasted(lines.length, whom));
	const counts = {sent: 0, unsure: 0, refused: 0};
	const batch = services.newId();
	let sendsRest = false;
	for (const [index, text] of lines.entries()) {
		if (text.trimStart().startsWith(':')) {
			print(rconLineMessages.pastedColonCommand(text));
			continue;
		}
		const ready = readyToSend(services, to.key, text);
		if ('problem' in ready) {
			print(lineMessages.problemOf(text, ready.problem));
			continue;
		}
		print(rconLineMessages.pastedLine(index + 1, lines.length, text));
		if (ready.danger !== undefined) print(rconLineMessages.pastedDestructive(ready.danger));
		if (!sendsRest || ready.danger !== undefined) {
			const answer = await ask({prompt: rconLineMessages.sendPrompt, confirms: true});
			if (answer === undefined) break;
			if (answer.trim().toLowerCase() !== 'yes') continue;
		}
		const {entries, settled} = sendTo(services, to, {typed: text, text: ready.text, batch});
		await settled;
		const {status, reason} = resultOf(services.store.getState(), entries);
		if (status === 'canceled') break;
		counts[status]++;
		if (status === 'sent') continue;
		const how = await askAboutRest(session, status, {index, count: lines.length, reason});
		if (how === undefined) break;
		sendsRest = how === 'rest';
	}
	print(consoleInputMessages.paste.ended(counts, lines.length));
}

/** Asks whether to send the lines after a failed one; undefined: nothing more is sent. */
async function askAboutRest(
	{print, ask}: LineSession,
	status: 'refused' | 'unsure',
	{index, count, reason}: {index: number; count: number; reason: string},
): Promise<'rest' | 'each' | undefined> {
	const rest = count - index - 1;
	print(lineMessages.warning(consoleInputMessages.paste.stopped[status](index + 1, reason, rest)));
	if (rest === 0) return undefined;
	const answer = await ask({prompt: rconLineMessages.restPrompt, confirms: true, offers: ['rest', 'yes']});
	const word = answer?.trim().toLowerCase();
	return word === 'rest' ? 'rest' : word === 'yes' ? 'each' : undefined;
}
