import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {deckCommands} from '../../../src/cli/stream/commands.ts';
import {inWords} from '../../../src/cli/stream/in-words.ts';
import {insteadOf} from '../../../src/cli/stream/left-out.ts';
import {commands} from '../../../src/core/commands/index.ts';

const done = new Set(deckCommands.flatMap(({does = []}) => does));

test('every command of the deck has its line here, or it is said how it is instead', () => {
	const missing = commands.filter(({id}) => !done.has(id) && insteadOf(id) === undefined);
	expect(missing.map(({id}) => id)).toEqual([]);
});

test('every command of the deck whose part a line takes is there', () => {
	const ids = new Set(commands.map(({id}) => id));
	expect([...done].filter(id => !ids.has(id))).toEqual([]);
});

test('what acts in the deck acts here: its line is written in full', () => {
	const dangerous = new Set(commands.filter(({danger}) => danger).map(({id}) => id));
	// It opens the line, which asks again before anything destructive.
	dangerous.delete('app.input');
	// What a job has stopped is started by the same questions as everything.
	dangerous.delete('jobs.startSet');
	const short = deckCommands.filter(({does = [], acts}) => !acts && does.some(id => dangerous.has(id)));
	expect(short.map(({name}) => name)).toEqual([]);
});

describe('sentences of core', () => {
	/** A key as a word of its own, and what it does. */
	const namesKey =
		/(?:^|[\s,;:(])(?:[A-Za-z!*{}]|Esc|Space|PgDn) (?:shows|asks|ends|recalls|cancels|can cancel|triggers|runs|creates|opens|uploads|goes|aborts|begins|adds|offers)\b|\bwith [A-Zr]\b|\b[Pp]ress [a-z]\b|\bthen i\b/;
	/** Said only by what has a screen: panes, and commands of the deck that have no line here. */
	const onScreenOnly = new Set(['console.ts']);

	test('that name keys name lines here', () => {
		const root = path.resolve(import.meta.dirname, '../../../src/core');
		const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
			file => file.endsWith('.ts') && !onScreenOnly.has(path.basename(file)),
		);
		const strays = files.flatMap(file =>
			readFileSync(path.join(root, file), 'utf8')
				.split('\n')
				.filter(line => !/^\s*(\/\/|\*|\/\*|[A-Z][^'`]*$)|\bhelp:/.test(line))
				.flatMap(line => line.match(/(['`])(?:\\.|(?!\1).)*\1/g) ?? [])
				.map(text => inWords(text.slice(1, -1)))
				.filter(text => namesKey.test(text))
				.map(text => `${file}: ${text}`),
		);
		expect(strays).toEqual([]);
	});
});
