import {emitKeypressEvents} from 'node:readline';
import type {Readable} from 'node:stream';
import type {Keymap} from '../app/kernel/keys/keymap.ts';
import type {CommandId} from '../messages/key-words.ts';
import * as edits from '../app/kernel/text/text-field.ts';
import type {TextField} from '../app/kernel/text/text-field.ts';
import {pushAll} from '../lib/lists/long-lists.ts';
import {printableLine} from '../lib/text/text.ts';
import {afterUnlessDone} from '../lib/time/clock.ts';
import {chordOfName} from '../app/kernel/keys/chords.ts';

const editing: Readonly<Partial<Record<CommandId, edits.Edit>>> = {
	'field.left': edits.left,
	'field.right': edits.right,
	'field.home': edits.home,
	'field.end': edits.end,
	'field.backspace': edits.backspace,
	'field.delete': edits.deleteForward,
	'field.word': edits.deleteWord,
	'field.toStart': edits.deleteToStart,
	'field.toEnd': edits.deleteToEnd,
};

/** Returns the command of a key in the line, from the TUI's keymap so that custom keys apply here too. */
export const meaningOf = (chord: string, keymap: Keymap): CommandId | undefined =>
	keymap.find(['field', 'input', 'always'], chord)?.id;

/** Returns the line after an editing key; undefined for other keys. */
export function editLine(
	field: TextField,
	chord: string,
	meaning: CommandId | undefined,
): TextField | undefined {
	if (isPrintable(chord)) return edits.insert(field, chord);
	return meaning && editing[meaning]?.(field);
}

export const isPrintable = (chord: string): boolean => [...chord].length === 1;

/** `chord`: one printable character, or a name such as `enter`, `ctrl+r`. */
export type Input =
	/** `arrival` is `text` if other keys than Enter arrived in the same read. */
	| {kind: 'key'; chord: string; arrival: 'alone' | 'text'}
	/** Text with more than one line that arrived at once, or that the terminal reports as pasted. */
	| {kind: 'paste'; text: string};

type Keypress = {
	name?: string | undefined;
	ctrl?: boolean;
	meta?: boolean;
	shift?: boolean;
	sequence?: string | undefined;
};

/** How long nothing may arrive until a paste is over that the terminal never ended, ms. */
const unendedMs = 1000;
/** More of a paste is dropped. */
const maxPaste = 1024 * 1024;

/**
Listens to a terminal in raw mode. The input of one read is reported together: a key that arrives with others may belong
to a paste, or was pressed before the screen showed what the others did.
*/
export function listenToKeys(
	stdin: Readable,
	onInputs: (inputs: readonly Input[]) => void,
	after = afterUnlessDone,
): () => void {
	let gathered: string[] = [];
	let pasted: string | undefined;
	let inputs: Input[] = [];
	const flush = () => {
		pushAll(inputs, inputsOf(gathered));
		const pending = inputs;
		[gathered, inputs] = [[], []];
		if (pending.length > 0) onInputs(pending);
	};
	let cancelTimer = () => {};
	const endPaste = () => {
		if (pasted === undefined) return;
		pushAll(inputs, inputsOf(gathered));
		if (pasted !== '') inputs.push({kind: 'paste', text: pasted});
		[gathered, pasted] = [[], undefined];
	};
	const endOverdue = () => {
		endPaste();
		flush();
	};
	const onKey = (text: string | undefined, key: Keypress) => {
		if (gathered.length === 0 && inputs.length === 0) queueMicrotask(flush);
		cancelTimer();
		if (pasted !== undefined && key.ctrl && key.name === 'c') {
			endPaste();
			pushAll(gathered, chordOf(text, key));
			// What follows may still be a part of it.
			pasted = '';
		} else if (key.name === 'paste-start') pasted = '';
		else if (key.name === 'paste-end') endPaste();
		else if (pasted === undefined) pushAll(gathered, chordOf(text, key));
		else if (pasted.length < maxPaste) pasted += text ?? key.sequence ?? '';
		// The terminal may never send the end.
		if (pasted !== undefined) cancelTimer = after(unendedMs, endOverdue);
	};
	emitKeypressEvents(stdin);
	stdin.on('keypress', onKey);
	return () => {
		cancelTimer();
		stdin.off('keypress', onKey);
	};
}

/** Returns the keys of one read. Enter before more text counts as text: nobody types that within one read. */
function inputsOf(chords: readonly string[]): Input[] {
	const isText = (chord: string) => [...chord].length === 1;
	const first = chords.indexOf('enter');
	if (first !== -1 && chords.slice(first).some(isText)) {
		const text = chords.map(chord => (chord === 'enter' ? '\n' : isText(chord) ? chord : '')).join('');
		return [{kind: 'paste', text}];
	}
	const arrival = chords.length > 1 && chords.some(chord => chord !== 'enter') ? 'text' : 'alone';
	return chords.map(chord => ({kind: 'key', chord, arrival}));
}

function chordOf(text: string | undefined, {name, ctrl, meta, shift}: Keypress): string[] {
	if (ctrl && name !== undefined && /^[a-z]$/.test(name)) return [`ctrl+${name}`];
	if (name === 'tab' && shift) return ['shift+tab'];
	// A space is text, and with Alt nothing.
	const known = name === 'space' ? undefined : chordOfName(name ?? '');
	if (known !== undefined) return [known];
	if (meta && name !== undefined && /^[a-z]$/.test(name)) return [`alt+${shift ? name.toUpperCase() : name}`];
	return text !== undefined && [...text].length === 1 && printableLine(text) === text ? [text] : [];
}
