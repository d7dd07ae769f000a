import {Writable} from 'node:stream';
import {expect, test} from 'vitest';
import {openDelivery} from '../../src/cli/start/delivery.ts';

/** An output whose reader accepts one write per call. */
function openOutput() {
	const reads: (() => void)[] = [];
	const stream = new Writable({
		decodeStrings: false,
		write: (_text, _encoding, done) => void reads.push(done),
	});
	return {stream, read: () => reads.shift()?.()};
}

function openProcess() {
	const stdout = openOutput();
	const stderr = openOutput();
	const timers: (() => void)[] = [];
	const delivery = openDelivery({stdout: stdout.stream, stderr: stderr.stream}, (_ms, task) => {
		timers.push(task);
		return () => {};
	});
	let exits = 0;
	return {
		stdout,
		exitAfter: () => delivery.exitAfter(2000, () => exits++),
		/** Lets one grace period pass. */
		pass: () => timers.shift()?.(),
		exits: () => exits,
	};
}

test('a process ends after its grace period', () => {
	const {exitAfter, pass, exits} = openProcess();
	exitAfter();
	expect(exits()).toBe(0);
	pass();
	expect(exits()).toBe(1);
});

test('an active reader gets the rest of the output, and a stopped one does not keep the process alive', () => {
	const {stdout, exitAfter, pass, exits} = openProcess();
	for (const text of ['one', 'two', 'three']) stdout.stream.write(text);
	exitAfter();
	pass();
	expect(exits()).toBe(0);
	stdout.read();
	pass();
	expect(exits()).toBe(0);
	pass();
	expect(exits()).toBe(1);
});
