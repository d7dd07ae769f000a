import {nameOf} from '../../actions/names.ts';
import {fieldOf, type TextField} from '../../app/kernel/text-field.ts';
import {lineCommandsOf} from './index.ts';
import {findCommand, splitCommand} from './command.ts';
import type {LineSession} from '../session.ts';
import {selectionWord} from '../../app/action-line.ts';
import type {LineChange} from '../history.ts';
import {lineHelpMessages} from '../../messages/line-mode-help.ts';

/** Completes a colon command with Tab: its name, then its servers or words. */
export function completeCommand(session: LineSession, field: TextField): LineChange {
	const {services} = session;
	const {text} = field;
	const {word, rest} = splitCommand(text.trimStart());
	if (!/^\s*:\s*\S*\s/.test(text)) {
		const names = lineCommandsOf(session).map(({name}) => name);
		return completeWith(
			field,
			text.length - word.length,
			names.filter(name => name.startsWith(word.toLowerCase())),
		);
	}
	const named = findCommand(lineCommandsOf(session), word);
	const takes = 'command' in named ? named.command.completes : undefined;
	if (!takes) return {field, print: lineHelpMessages.noCompletion};
	const state = services.store.getState();
	const last = takes === 'servers' ? (/\S*$/.exec(rest)?.[0] ?? '') : rest;
	const offered =
		takes === 'servers' ? [...state.fleet.servers.values().map(nameOf), selectionWord] : takes(state);
	const wanted = last.toLowerCase();
	const begins = offered.filter(name => name.toLowerCase().startsWith(wanted));
	const found = begins.length > 0 ? begins : offered.filter(name => name.toLowerCase().includes(wanted));
	return completeWith(field, text.length - last.length, found);
}
const maxNamed = 30;

/** Fills in a single match. For several, fills in their common prefix and lists them. */
function completeWith({text}: TextField, from: number, found: readonly string[]): LineChange {
	const [only, ...others] = found;
	const head = text.slice(0, from);
	if (only === undefined) return {field: fieldOf(text), print: lineHelpMessages.noCompletion};
	if (others.length === 0) return {field: fieldOf(`${head}${quoteName(only)} `)};
	const shared = found.reduce((start, name) => {
		let length = 0;
		while (length < start.length && start[length] === name[length]) length++;
		return start.slice(0, length);
	});
	const more = found.length > maxNamed ? lineHelpMessages.moreCandidates(found.length - maxNamed) : '';
	return {
		field: shared.length > text.length - from ? fieldOf(head + shared) : fieldOf(text),
		print: lineHelpMessages.candidates(found.length, found.slice(0, maxNamed).join(', '), more),
	};
}

const quoteName = (name: string) => (/\s/.test(name) ? `"${name}"` : name);
