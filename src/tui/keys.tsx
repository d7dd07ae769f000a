import {type Key, useInput, usePaste} from 'ink';
import {useCallback, useEffect, useRef} from 'react';
import {graphemesOf} from '../lib/text/width.ts';
import {handleKey, handlePaste} from '../app/keys.ts';
import type {KeyArrival} from '../app/kernel/keys/key-arrival.ts';
import {useTui} from './hooks.ts';

/**
The content of one terminal event: keys in order, or a paste without bracketed-paste markers. `isRepeat`: the key has been
held down since an earlier event.
*/
export type Input = {kind: 'keys'; chords: string[]; isRepeat?: true} | {kind: 'paste'; text: string};

const named: readonly [keyof Key, string][] = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pageup'],
	['pageDown', 'pagedown'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['backspace', 'backspace'],
	['delete', 'delete'],
];

/**
Keys that may directly follow an Esc that leaves a field; together they look like Alt. Before other keys the Esc is
dropped: Alt-Left, for example, moves back a word in many terminals.
*/
const leaves = new Set(['up', 'down', 'pageup', 'pagedown', 'home', 'end', 'enter', 'backspace']);

/** Mouse or focus reports that arrive as text, with or without their Esc. */
const report = /^\x1b?\[(?:<\d+;\d+;\d+[Mm]|M[^]{3}|[IO])$/;

/**
Parses one event of Ink's `useInput`. A fast or slow connection may deliver several keys in one event (`jjj`,
`r` and Enter), and a quick key after Esc looks like Alt; both are split here. An Enter followed by more text
is a paste, not a key.
*/
export function inputOf(input: string, key: Key): Input {
	const parsed = parseInput(input, key);
	return key.eventType === 'repeat' && parsed.kind === 'keys' ? {...parsed, isRepeat: true} : parsed;
}

function parseInput(input: string, key: Key): Input {
	const nothing: Input = {kind: 'keys', chords: []};
	if (key.eventType === 'release' || report.test(input)) return nothing;
	const name = named.find(([flag]) => key[flag] === true)?.[1];
	if (name !== undefined) {
		return {kind: 'keys', chords: key.meta && leaves.has(name) ? ['esc', name] : [name]};
	}
	if (key.tab) {
		const chord = key.shift ? 'shift+tab' : 'tab';
		return {kind: 'keys', chords: key.meta ? ['esc', chord] : [chord]};
	}
	if (key.ctrl) {
		const chords = input === '' ? [] : controlChord(input);
		return {kind: 'keys', chords: key.meta ? ['esc', ...chords] : chords};
	}
	const text = key.meta && input.startsWith('\x1b') ? input.slice(1) : input;
	if (isPasted(text)) return {kind: 'paste', text};
	const chords = graphemesOf(text).flatMap(chordOf);
	const [first = ''] = chords;
	if (!key.meta || first === '') return {kind: 'keys', chords};
	// The app decides whether this is Alt or Esc and a quick key, depending on whether Alt is bound.
	const isAlt = chords.length === 1 && graphemesOf(first).length === 1;
	return {kind: 'keys', chords: isAlt ? [`alt+${first}`] : ['esc', ...chords]};
}

/** Matches Enter followed by more text, which nobody types within one read. */
const isPasted = (text: string) => /[\r\n][^\r\n\0-\x1f\x7f]/.test(text);

/** Ink has already named the letter of a single control character. */
function controlChord(letter: string): string[] {
	if (letter === 'j' || letter === 'm') return ['enter'];
	if (letter === 'h') return ['backspace'];
	if (letter === 'i') return ['tab'];
	return /^[a-z]$/i.test(letter) ? [`ctrl+${letter.toLowerCase()}`] : [];
}

function chordOf(grapheme: string): string[] {
	if (grapheme === '\r' || grapheme === '\n' || grapheme === '\r\n') return ['enter'];
	if (grapheme === '\t') return ['tab'];
	if (grapheme === '\x7f' || grapheme === '\b') return ['backspace'];
	if (grapheme === '\x1b') return ['esc'];
	const code = grapheme.charCodeAt(0);
	if (code > 0 && code <= 26) return [`ctrl+${String.fromCharCode(code + 96)}`];
	return code < 32 || (code >= 0x80 && code < 0xa0) ? [] : [grapheme];
}

/**
The only place that receives keys; all of them go to the app, which reads the current state for each. Ink
reports each event of a read separately, so they are collected first: a key that arrived with others must be
handled as such.
*/
export function Keys() {
	const {services, throttled} = useTui();
	const gathered = useRef<Input[]>([]);
	const act = useCallback(() => {
		const inputs = gathered.current;
		gathered.current = [];
		const arrival = arrivalOf(inputs);
		throttled.hurry(() => {
			for (const input of inputs) {
				if (input.kind === 'paste') handlePaste(services, input.text);
				else {
					for (const chord of input.chords) handleKey(services, chord, input.isRepeat ? 'repeat' : arrival);
				}
			}
		});
	}, [services, throttled]);
	const gather = useCallback(
		(input: Input) => {
			gathered.current.push(input);
			if (gathered.current.length === 1) queueMicrotask(act);
		},
		[act],
	);
	useEffect(() => () => void (gathered.current = []), []);
	useInput(useCallback((input: string, key: Key) => gather(inputOf(input, key)), [gather]));
	usePaste(useCallback((text: string) => gather({kind: 'paste', text}), [gather]));
	return null;
}

/** Classifies the keys of one read. */
function arrivalOf(inputs: readonly Input[]): KeyArrival {
	const chords = inputs.flatMap(input => (input.kind === 'keys' ? input.chords : []));
	if (inputs.some(({kind}) => kind === 'paste')) return 'text';
	if (chords.length <= 1) return 'alone';
	return chords.some(chord => graphemesOf(chord).length === 1) ? 'text' : 'keys';
}
