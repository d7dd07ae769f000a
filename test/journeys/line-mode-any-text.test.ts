import fc from 'fast-check';
import {expect, test} from 'vitest';
import {anyText} from '../helpers/any-text.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {lineCommands} from '../../src/line-mode/commands/index.ts';

/** Lines for line mode, and commands for the selected server. */
const lines = [
	'',
	'& ',
	':',
	...lineCommands.filter(({name}) => name !== 'quit').map(({name}) => `:${name} `),
];

/** As a paste, because typed controls would be keys. */
const pasted = (text: string) => `\x1b[200~${text.replaceAll('\x1b[201~', '')}\x1b[201~`;

test('line mode survives any input and any answer', async () => {
	const stream = await openLineModeApp();
	await stream.comes('feed LIVE');
	await stream.line(':use Alpha');
	const answers = fc.array(fc.oneof(anyText(), fc.constantFrom('', 'yes', 'Alpha', '5', 'new-name')), {
		maxLength: 6,
	});
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...lines),
			fc.option(anyText(), {nil: ''}),
			answers,
			async (line, words, texts) => {
				for (const text of [line + words, ...texts]) {
					await stream.keys(pasted(text));
					await stream.pass(400);
					await stream.keys('\r');
				}
				// Leaves any question; the key in between prevents Ctrl-C from ending the session.
				for (const key of ['\x03', 'x', '\x15', '\x03', 'x', '\x15']) await stream.keys(key);
				const before = stream.bytes().length;
				await stream.line(':time');
				for (let turn = 0; turn < 400 && !stream.bytes().includes('Times are shown', before); turn++)
					await stream.pass(500);
				expect(stream.bytes().slice(before)).toContain('Times are shown');
			},
		),
		{numRuns: 60, endOnFailure: true},
	);
});
