import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compileTriggers, fillCommand, triggerProblems} from '../../../src/app/triggers/compile.ts';
import {TriggerTable} from '../../../src/config/schema.ts';
import {knownGames, wouldSplit} from '../../../src/games/games.ts';

const table = (fields: object) => TriggerTable.parse({name: 'a', pattern: 'x', ...fields});
const problemsOf = (fields: object, dangerous: string[] = []) =>
	triggerProblems([table(fields)], dangerous).map(({field, message}) => `${field}: ${message}`);
const command = (text: string, dangerous?: string[]) =>
	problemsOf({act: 'command', command: text}, dangerous);

test.each([
	['say hello {player}', undefined],
	['kick {player}', 'command: a trigger must not run it unattended: kick: '],
	['{text}', 'command: the command must start with a fixed word, not a placeholder'],
	['sa{text} x', 'command: the command must start with a fixed word, not a placeholder'],
	['say a; quit', 'command: only one command can run'],
	['say {name}', 'command: only {player} and {text} are filled in'],
	['shutdown', 'command: a trigger must not run it unattended: shutdown: '],
])('the command %s of a trigger is checked before a session runs it', (text, problem) => {
	expect(command(text).map(found => found.slice(0, problem?.length))).toEqual(
		problem === undefined ? [] : [problem],
	);
	expect(compileTriggers([table({act: 'command', command: text})], [])).toHaveLength(
		problem === undefined ? 1 : 0,
	);
});

test('words of the configuration are dangerous for triggers, and none of them makes a command harmless', () => {
	expect(command('warn {player}', ['warn'])).toEqual([expect.stringContaining('unattended')]);
	expect(command('kick {player}', ['-kick'])).toEqual([expect.stringContaining('unattended')]);
});

test('checks filters and repeated names', () => {
	expect(problemsOf({servers: 'game:rust'})).toEqual([]);
	expect(problemsOf({servers: '/(/'})).toEqual([expect.stringMatching(/^servers: /)]);
	expect(triggerProblems([table({}), table({})], [])).toEqual([
		{index: 1, field: 'name', message: 'another trigger has this name'},
	]);
	expect(problemsOf({pattern: '(?=x)'})).toEqual([expect.stringContaining('invalid pattern: lookahead')]);
	expect(() => table({act: 'command'})).toThrow('needs a command');
	expect(() => table({every: 5})).toThrow('every');
});

const fill = (template: string, text: string, player = 'Joe', gameType = 'CS2') =>
	fillCommand(template, {player, text}, {gameType}, []);

test('sends a text with several words only as a message, in quotes or at the end', () => {
	expect(fill('say {player}: {text}!', 'a b', 'Big Joe')).toEqual({command: 'say Big Joe: a b!'});
	expect(fill('tell "{player}" {text}', 'a b', 'Big Joe')).toEqual({command: 'tell "Big Joe" a b'});
	expect(fill('tell {player} hi', 'x', 'Big Joe')).toEqual({
		problem: expect.stringContaining('{player} has several words'),
	});
	expect(fill('tell {player}', 'x', 'Big Joe')).toHaveProperty('problem');
	expect(fillCommand('say {player}', {player: undefined, text: ''}, {gameType: 'CS2'}, [])).toEqual({
		problem: '{player} has no value',
	});
	expect(fill('say {text}', ';"')).toHaveProperty('problem');
	expect(fill('tell {player} hi', 'x', '@a', 'MINECRAFT')).toEqual({command: 'tell a hi'});
	expect(
		fillCommand('notify x {text}', {player: 'a', text: 'b'}, {gameType: 'CS2'}, ['notify']),
	).toHaveProperty('problem');
});

test('no name or text of a player becomes a command in any game', () => {
	const hostile = fc.string({
		unit: fc.constantFrom(
			'"',
			';',
			'\n',
			'\r',
			'\0',
			'$',
			'#',
			'\\',
			'@',
			'/',
			'{',
			'}',
			'quit',
			' ',
			'a',
			'\u001b',
			'\u202e',
			'%',
		),
		maxLength: 40,
	});
	fc.assert(
		fc.property(fc.constantFrom(...knownGames()), hostile, hostile, (game, player, text) => {
			for (const template of ['say {player}: {text}', 'pm "{player}" "{text}"', 'tell {player} {text}']) {
				const filled = fillCommand(template, {player, text}, game, []);
				if ('problem' in filled) continue;
				const without = filled.command.replaceAll('"', '');
				expect(wouldSplit({splitters: game.splitters.replaceAll('"', '')}, without)).toBe(false);
				expect(filled.command.match(/"/g)?.length ?? 0).toBe(template.match(/"/g)?.length ?? 0);
				expect(filled.command).not.toMatch(/[\0-\x1f\x7f-\x9f\u202e\\]/);
				expect(template.startsWith('tell') ? filled.command : 'tell x y').toMatch(/^tell [^\s@/]\S* \S/);
			}
		}),
	);
});
