import {expect, test} from 'vitest';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {renderLine} from '../../src/line-mode/session.ts';
import {insteadOf, tuiOnly} from '../../src/line-mode/commands/help.ts';
import {commands} from '../../src/app/features.ts';
import {keyIds} from '../../src/messages/key-words.ts';
import {insteadMessages, lineWords} from '../../src/messages/line-mode-commands.ts';
import {alternative, key, message} from '../../src/messages/text.ts';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';

const done = new Set(lineCommands.flatMap(({replaces = []}) => replaces));

test('every TUI command has a line, or a documented alternative', () => {
	const missing = commands.filter(({id}) => !done.has(id) && insteadOf(id) === undefined);
	expect(missing.map(({id}) => id)).toEqual([]);
});

test('a TUI command has either a line or a documented reason for none', () => {
	expect([...done].filter(id => tuiOnly[id] !== undefined)).toEqual([]);
});

test('a command that acts in the TUI acts here too, and its line must be complete', () => {
	const dangerous = new Set(commands.filter(({danger}) => danger).map(({id}) => id));
	// It opens the line, which asks again before anything destructive.
	dangerous.delete('app.input');
	// Starting or retrying servers of a job asks the same questions as any other action.
	dangerous.delete('jobs.startSet');
	dangerous.delete('jobs.retry');
	const short = lineCommands.filter(
		({replaces = [], changesService}) => !changesService && replaces.some(id => dangerous.has(id)),
	);
	expect(short.map(({name}) => name)).toEqual([]);
});

/** Messages that appear only on a screen: in panes, in overlays and while navigating them. */
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

test('a core message that names a command names a line here', () => {
	const named = new Set(
		sourcesIn('src/app').flatMap(file =>
			[...sourceOf(file).matchAll(/\$\{key\('([^']+)'/g)].map(([, id = '']) => id),
		),
	);
	const acting = new Set<string>(commands.flatMap(({id, action}) => (action ? [id] : [])));
	const strays = keyIds.filter(
		id =>
			named.has(id) &&
			!lineWords[id] &&
			!acting.has(id) &&
			!panesAlone.has(id) &&
			!onScreenOnly.has(id.split('.', 1)[0] ?? ''),
	);
	expect(strays).toEqual([]);
});

test('a line that help or a message names exists', () => {
	const tables = [insteadMessages.scopes, insteadMessages.commands, lineWords];
	const text = tables.flatMap(table => Object.values(table)).join('\n');
	const named = [...text.matchAll(/(?<![\w:]):([a-z][a-z-]*)/g)].map(([, name = '']) => name);
	expect(named).toContain('answers');
	const names = new Set(lineCommands.flatMap(({name, aliases = []}) => [name, ...aliases]));
	expect(named.filter(name => !names.has(name))).toEqual([]);
});

test('a message that names the key of an action names its line here', () => {
	const keyed = commands.filter(({action}) => action);
	expect(keyed.map(({id}) => id)).toContain('servers.start');
	const unknown = keyed.filter(({id}) => {
		const line = lineCommands.find(({name}) => `:${name}` === renderLine(key(id)));
		return !line?.replaces?.includes(id);
	});
	expect(unknown.map(({id}) => id)).toEqual([]);
});

test('a message with other words in line mode has them beside it', () => {
	const press = alternative(message`Press ${key('app.quit')} again`, ':quit again');
	expect(renderLine(message`Nothing was sent. ${press} to quit.`)).toBe(
		'Nothing was sent. :quit again to quit.',
	);
});
