import {pushAll} from '../lib/long-lists.ts';
import {printableLine} from '../lib/text.ts';
import {tableOf} from '../lib/maps.ts';
import {emitKeypressEvents} from 'node:readline';
import type {Readable} from 'node:stream';

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

const named = tableOf<string>({
	return: 'enter',
	enter: 'enter',
	escape: 'esc',
	backspace: 'backspace',
	delete: 'delete',
	tab: 'tab',
	up: 'up',
	down: 'down',
	left: 'left',
	right: 'right',
	home: 'home',
	end: 'end',
	pageup: 'pageup',
	pagedown: 'pagedown',
});

/**
Listens to a terminal in raw mode. The input of one read is reported together: a key that arrives with others may belong
to a paste, or was pressed before the screen showed what the others did.
*/
export function listenToKeys(stdin: Readable, onInputs: (inputs: readonly Input[]) => void): () => void {
	let gathered: string[] = [];
	let pasted: string | undefined;
	let inputs: Input[] = [];
	const flush = () => {
		pushAll(inputs, inputsOf(gathered));
		const pending = inputs;
		[gathered, inputs] = [[], []];
		if (pending.length > 0) onInputs(pending);
	};
	const onKey = (text: string | undefined, key: Keypress) => {
		if (gathered.length === 0 && inputs.length === 0) queueMicrotask(flush);
		if (key.name === 'paste-start') pasted = '';
		else if (key.name === 'paste-end') {
			pushAll(inputs, inputsOf(gathered));
			inputs.push({kind: 'paste', text: pasted ?? ''});
			[gathered, pasted] = [[], undefined];
		} else if (pasted === undefined) pushAll(gathered, chordOf(text, key));
		else pasted += text ?? key.sequence ?? '';
	};
	emitKeypressEvents(stdin);
	stdin.on('keypress', onKey);
	return () => void stdin.off('keypress', onKey);
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
	const known = named.get(name ?? '');
	if (known !== undefined) return [known];
	if (meta && name !== undefined && /^[a-z]$/.test(name)) return [`alt+${shift ? name.toUpperCase() : name}`];
	return text !== undefined && [...text].length === 1 && printableLine(text) === text ? [text] : [];
}
