import {expect, test} from 'vitest';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {hasLine, renderLine} from '../../src/line-mode/segments.ts';
import {insteadOf, tuiOnly} from '../../src/line-mode/commands/tui-only.ts';
import {commands} from '../../src/app/features.ts';
import {commandIds} from '../../src/messages/command-ids.ts';
import {alternative, key, message} from '../../src/messages/text.ts';
import {sourceOf, sourcesIn} from '../helpers/imports.ts';

const done = new Set(lineCommands.flatMap(({does = []}) => does));

test('every command of the TUI has its line here, or it is said how it is instead', () => {
	const missing = commands.filter(({id}) => !done.has(id) && insteadOf(id) === undefined);
	expect(missing.map(({id}) => id)).toEqual([]);
});

test('a command of the TUI has a line, or is said to have none, not both', () => {
	expect([...done].filter(id => tuiOnly[id] !== undefined)).toEqual([]);
});

test('what acts in the TUI acts here: its line is written in full', () => {
	const dangerous = new Set(commands.filter(({danger}) => danger).map(({id}) => id));
	// It opens the line, which asks again before anything destructive.
	dangerous.delete('app.input');
	// What a job has stopped is started by the same questions as everything.
	dangerous.delete('jobs.startSet');
	const short = lineCommands.filter(
		({does = [], changesService}) => !changesService && does.some(id => dangerous.has(id)),
	);
	expect(short.map(({name}) => name)).toEqual([]);
});

/** What is said only on a screen: by panes, by boxes over them, and by what moves in them. */
const onScreenOnly = new Set([
	'console',
	'dialog',
	'field',
	'input',
	'list',
	'menu',
	'palette',
	'paste',
	'results',
	'take',
]);
const panesAlone = new Set(['app.back', 'app.console', 'app.details']);

test('a sentence of core that names a command names a line here', () => {
	const named = new Set(
		sourcesIn('src/app').flatMap(file =>
			[...sourceOf(file).matchAll(/\$\{key\('([^']+)'/g)].map(([, id = '']) => id),
		),
	);
	const strays = commandIds.filter(
		id =>
			named.has(id) && !hasLine(id) && !panesAlone.has(id) && !onScreenOnly.has(id.split('.', 1)[0] ?? ''),
	);
	expect(strays).toEqual([]);
});

test('what line mode says in other words is worded beside it', () => {
	const press = alternative(message`Press ${key('app.quit')} again`, ':quit again');
	expect(renderLine(message`Nothing was sent. ${press} to quit.`)).toBe(
		'Nothing was sent. :quit again to quit.',
	);
});
