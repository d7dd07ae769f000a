import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {type Input, listenToKeys} from '../../src/line-mode/keyboard.ts';
import {manualClock} from '../helpers/manual-clock.ts';

function openKeys() {
	const stdin = new PassThrough();
	const clock = manualClock();
	const inputs: Input[] = [];
	listenToKeys(
		stdin,
		read => inputs.push(...read),
		(ms, run) => clock.after(ms, run),
	);
	const says = async (text: string) => {
		stdin.write(text);
		await setImmediate();
	};
	return {clock, inputs, says};
}

test('a paste that the terminal never ends times out after a second', async () => {
	const {clock, inputs, says} = openKeys();
	await says('\x1b[200~one');
	await clock.advance(900);
	await says(' two');
	expect(inputs).toEqual([]);
	await clock.advance(1000);
	await says('j');
	expect(inputs).toEqual([
		{kind: 'paste', text: 'one two'},
		{kind: 'key', chord: 'j', arrival: 'alone'},
	]);
});

test('Ctrl-C ends a paste, and the rest of it acts as no key', async () => {
	const {inputs, says} = openKeys();
	await says('\x1b[200~say\x03stop\r\x1b[201~');
	expect(inputs).toEqual([
		{kind: 'paste', text: 'say'},
		{kind: 'key', chord: 'ctrl+c', arrival: 'alone'},
		{kind: 'paste', text: 'stop\r'},
	]);
});
