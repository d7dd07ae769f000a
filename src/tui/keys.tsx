import {useInput, usePaste, type Key} from 'ink';
import {useCallback, useEffect, useRef} from 'react';
import {handleKey, handlePaste, type KeyArrival} from '../app/keys.ts';
import {graphemesOf} from '../lib/width.ts';
import {inputOf, type Input} from './chords.ts';
import {useTui} from './hooks.ts';

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
