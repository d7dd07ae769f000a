import type {SuspendTerminal} from 'ink';
import {expect, test} from 'vitest';
import {handleSuspension} from '../../src/tui/suspension.ts';

/** A session that waits for a terminal response, and the record of what happened to it. */
function open() {
	const done: string[] = [];
	const answer = Promise.withResolvers<void>();
	const suspension = handleSuspension({
		stdin: {pause: () => done.push('pause')},
		screen: {
			suspend: async () => void done.push('give back'),
			resume: () => done.push('take again'),
			redraw: () => {},
		},
		terminal: {
			// Of Ink's two signatures the one with a task is used.
			suspend: (async (task: () => Promise<void>) => {
				done.push('Ink lets go');
				await task();
			}) as SuspendTerminal,
		},
		release: () => answer.promise,
		takeBack: () => done.push('ask again'),
		jobs: {
			on: () => {},
			off: () => {},
			measure: () => {},
			stop: () => done.push('stop'),
		},
	});
	return {suspension, done, answer: answer.resolve};
}

test.each([
	['a stop', ['Ink lets go', 'pause', 'give back', 'stop', 'take again', 'ask again']],
	['another program', ['Ink lets go', 'pause', 'give back', 'its work', 'take again', 'ask again']],
])('%s does not get a pending terminal response', async (what, order) => {
	const {suspension, done, answer} = open();
	const over =
		what === 'a stop' ? suspension.suspend() : suspension.lend(async () => void done.push('its work'));
	await new Promise(setImmediate);
	expect(done).toEqual([]);
	answer();
	await over;
	expect(done).toEqual(order);
});
