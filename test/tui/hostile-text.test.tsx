import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {
	sanitizeCommand,
	sanitizeServer,
	sanitizeTeam,
	sanitizeUnreadable,
} from '../../src/app/kernel/text/sanitize.ts';
import {failureOf} from '../../src/app/kernel/state/failure.ts';
import {handlePaste} from '../../src/app/keys.ts';
import {mountTui} from '../../src/tui/mount.tsx';
import {aCommand, after, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {openFakeTerminal} from '../helpers/fake-terminal.ts';
import {fakeServices} from '../helpers/fake-services.ts';

const nasty = [
	'\x1b]0;title\x07',
	'\x1b]52;c;aGk=\x07',
	'\x1b[2J',
	'\x1b[66;7m',
	'\x1bc',
	'\x9b31m',
	'\x1b]8;;http://evil\x1b\\link',
	'\r\b\x07\x0b\x0c\x00',
	'\u202e\u2066\u200b\ufeff',
	'\x1bP1$r\x1b\\',
	'\x0e\x0f',
	'a\tb\nc',
];
const text = fc.oneof(
	fc.constantFrom(...nasty),
	fc.string({unit: 'binary', maxLength: 40}),
	fc
		.tuple(fc.string({unit: 'grapheme', maxLength: 12}), fc.constantFrom(...nasty))
		.map(parts => parts.join('')),
);

/**
 * The sequences that our own painter may send: cursor moves, erasures, styles, regions and the modes of a
 * full screen.
 */
const ours =
	/\x1b\[(?:\d*(?:;\d+)*[ABCDEFGHJKLMPSTXdefmr@`]|\?(?:25|7|1000|1006|1049|2004|2026)[hl]|4l)|\x1b[()]B/g;

/**
 * All text in the state has been sanitized at the only entry point; the painter adds nothing of its own.
 */
function stateOf(words: readonly string[]) {
	const [name = '', answer = '', state = '', team = '', key = '', command = ''] = words;
	const failure = failureOf(
		new ApiError(answer, {reason: 'refused', request: 'GET /x', status: 409, key, serviceMessage: answer}),
	);
	const servers = [
		sanitizeServer(aServer({id: 'a', displayName: name, state, nodeName: team, map: name, gameType: key})),
	];
	const unreadable = [sanitizeUnreadable({index: 1, id: name, name: answer, reason: state})];
	return after(
		{type: 'access/granted', team: sanitizeTeam(aTeam({name: team}))},
		polled(servers),
		{type: 'fleet/polled', at: startAt, latencyMs: 1, servers, unreadable},
		{type: 'fleet/pollFailed', at: startAt, failure},
		viewChanged({currentId: 'a', size: {columns: 120, rows: 40}, pane: 'details', input: true}),
		{
			type: 'rcon/received',
			serverId: 'a',
			at: startAt,
			via: 'feed',
			commands: [sanitizeCommand({...aCommand({command, response: answer}), by: answer})],
		},
		{type: 'rcon/sent', serverId: 'a', localId: '1', command: 'x', at: startAt, timeoutMs: 5000},
		{type: 'rcon/failed', serverId: 'a', localId: '1', failure},
	);
}

test('no control byte of any text reaches the terminal', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(text, {minLength: 6, maxLength: 6}), async words => {
			const terminal = openFakeTerminal({columns: 120, rows: 40});
			const services = fakeServices({state: stateOf(words)});
			const tui = await mountTui({
				services,
				stdin: terminal.stdin,
				stdout: terminal.stdout,
				// Nothing is asked, so that no end waits for an answer.
				env: {TERM: 'vt220', LANG: 'C.UTF-8'},
				look: {noColor: true, ascii: false},
				ending: new AbortController().signal,
			});
			await terminal.sees('CONSOLE');
			handlePaste(services, words.join(''));
			tui.unmount();
			await tui.waitUntilExit();
			const rest = terminal.bytes().replaceAll(ours, '');
			expect(rest.replaceAll(/[\r\n\b]/g, '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/u);
			expect(terminal.bytes()).not.toMatch(/\x1b\[66;7|\x1b\]|\x1bc|\x1bP/);
		}),
		{numRuns: 60},
	);
});
