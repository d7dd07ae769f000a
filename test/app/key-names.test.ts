import {expect, test} from 'vitest';
import {commands} from '../../src/app/features.ts';
import {keyOf} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {keyIds} from '../../src/messages/key-words.ts';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {literalsIn} from '../helpers/literals.ts';

/** Key names as people write them, and one character with a function: `o shows it`, `Press q`, `(6)`. */
const named = [
	/\b(?:Ctrl|Alt|Shift)-|\b(?:Tab|Esc|Enter|Space|PgUp|PgDn|Backspace)\b|\bUp Down\b/,
	/(?:^|[\s(,;:.])(?:[B-Zb-z/?!*+_{}[\]-]) (?:[a-z]+s)\b(?<! (?:is|was|has|less|plus|this|players))/,
	/(?:^|[\s(,;:.])(?:A|[0-9]) (?:goes|shows|opens|ends|aborts|leaves|closes)\b/,
	/\b(?:[Pp]ress|with|[Uu]se|screens?) [A-Za-z0-9/?!]\b(?!\w)(?<! (?:a|A|I))/,
	/(?:^|\s)[b-zB-Z/?!{}[\]] (?:and|or) [b-zB-Z/?!{}[\]](?:\s|$)/,
	/[([](?:[0-9]|[b-zB-Z!?])[)\]]/,
];

/** The source of key names, and text that is not about keys of the TUI. */
const exempt = new Set([
	'src/app/kernel/keys/chords.ts',
	'src/app/kernel/keys/chords.ts',
	// Keys that cannot be changed have one name.
	'src/app/kernel/keys/overrides.ts',
	// Outside the TUI, and on a screen too small for it, Enter is received as it is.
	'src/tui/plain-view.ts',
	'src/tui/panes/frame-rows.tsx',
]);

test('no text of the TUI names a key, because the configuration may change it', () => {
	const files = ['src/app', 'src/tui', 'src/contract'].flatMap(sourcesIn).filter(file => !exempt.has(file));
	const strays = files.flatMap(file =>
		literalsIn(sourceOf(file))
			.filter(({text}) => named.some(pattern => pattern.test(text)))
			.map(({line, text}) => `${file}:${line}: ${text}`),
	);
	expect(strays).toEqual([]);
});

test.each([
	'. o shows it.',
	': 1 goes to the servers.',
	' Ctrl-L retries.',
	'Press q again to quit.',
	'the servers (1)',
	'  [o]',
	'Bookmark added; { and } in a console go to the previous and next one.',
	'G follows',
	'A ends it',
	'Restart it with R if it misbehaves.',
	', r retries',
])('finds a text that names a key: %s', text => {
	expect(named.some(pattern => pattern.test(text))).toBe(true);
});

test('every command has an ID that texts can use, and a key', () => {
	expect(commands.map(({id}) => id).toSorted()).toEqual([...keyIds].toSorted());
	for (const id of keyIds) expect(keyOf(id, usualKeymap)).not.toBe('');
});

test('finds texts in a source as they are written', () => {
	const source =
		"const a = 'one'; // 'no'\nconst b = `two ${f({c: `three`})} four`;\nconst d = /'/.test(\"five\");";
	expect(literalsIn(source).map(({text}) => text)).toEqual(['one', 'two ', 'three', ' four', 'five']);
});
