import {useInput, usePaste, type Key} from 'ink';
import {useCallback, useEffect, useRef} from 'react';
import {handleKey, handlePaste, type KeyArrival} from '../app/keys.ts';
import {graphemesOf} from '../lib/width.ts';
import {inputOf, type Input} from './chords.ts';
import {useTui} from './hooks.ts';

/**
The only place where keys come in; all of them go to app, which reads the state again for each. Ink tells of each
event of a read by itself, so the events of one read are gathered before they are acted on: a key that came with others
must be known as such.
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
				else for (const chord of input.chords) handleKey(services, chord, arrival);
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

/** What the keys of one read are to each other. */
function arrivalOf(inputs: readonly Input[]): KeyArrival {
	const chords = inputs.flatMap(input => (input.kind === 'keys' ? input.chords : []));
	if (inputs.some(({kind}) => kind === 'paste')) return 'text';
	if (chords.length <= 1) return 'alone';
	return chords.some(chord => graphemesOf(chord).length === 1) ? 'text' : 'keys';
}
