import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sourceFormats} from '../../src/adopt/format-names.ts';
import {readSource} from '../../src/adopt/formats.ts';
import type {FoundPassword, Reading} from '../../src/adopt/found.ts';
import {planAdoption, type PlanEntry} from '../../src/adopt/plan.ts';
import {printableLine} from '../../src/lib/text/text.ts';
import {UsageError} from '../../src/lib/errors.ts';
import {cpuMs} from '../helpers/cpu-time.ts';

const pieces = [
	[
		'services:',
		'servers.',
		'[',
		']',
		'{',
		'}',
		'$(',
		'${',
		'`',
		'"',
		"'",
		'\\',
		'\n',
		'\r\n',
		',',
		';',
		'\t',
	],
	['mcrcon -H ', ' -p ', 'RCON_PASSWORD', ': ', '- ', '&a ', '*a', '<<: *a', '=', '#', '__proto__', '\ufeff'],
	['name,host,password\n', 'image: itzg/minecraft-server', 'rconport=', 'sHost=', 'alias a=', 'if ', 'fi'],
	['constructor', 'toString', '\u001b[2J', '\u202e', '\0', '127.0.0.1:25575', '99999999', ' '.repeat(9)],
].flat();
/** Parts of files that may confuse a reader. */
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({unit: 'binary', maxLength: 8}));
const text = fc.array(piece, {maxLength: 60}).map(parts => parts.join(''));

/** Returns undefined if the file is refused; rethrows other errors. */
function tryRead(format: (typeof sourceFormats)[number], content: string): Reading | undefined {
	try {
		return readSource(format, {path: '/srv/rustserver/rust.cfg', text: content, near: () => content});
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return undefined;
	}
}

const serversIn = (entries: readonly PlanEntry[]) =>
	entries.flatMap(entry => (entry.outcome === 'add' ? [entry.server] : []));

const textOf = (password: FoundPassword | undefined) =>
	password && 'text' in password ? password.text.reveal() : undefined;

test('any file is imported or refused, and names and addresses cannot control a terminal', () => {
	const any = fc.property(fc.constantFrom(...sourceFormats), text, (format, content) => {
		const reading = tryRead(format, content);
		if (!reading) return;
		const entries = planAdoption(reading, {known: [], gameType: 'MINECRAFT'});
		for (const entry of entries) {
			expect(printableLine(entry.name)).toBe(entry.name);
			expect(entry.name).toMatch(/^.{1,100}$/s);
		}
		for (const {
			console: {host, port},
			password,
		} of serversIn(entries)) {
			expect(host).toMatch(/^[\p{L}\p{N}_:][\p{L}\p{N}._:%-]*$/u);
			expect(port >= 1 && port <= 65_535).toBe(true);
			expect(textOf(password) ?? 'in another place').toMatch(/^\P{Cc}+$/u);
		}
	});
	fc.assert(any, {numRuns: 2000});
});

test('a password with any printable characters survives a table', () => {
	const cell = fc.string({unit: 'grapheme', minLength: 1}).filter(value => /^[^\p{Cc}\ufffd]+$/u.test(value));
	const any = fc.property(cell, cell, fc.constantFrom(',', ';', '\t'), (name, password, delimiter) => {
		const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
		const rows = [
			['name', 'host', 'password'],
			[quoted(name), 'h', quoted(password)],
		];
		const content = rows.map(row => row.join(delimiter)).join('\r\n');
		const [found] = readSource('csv', {path: '/a.csv', text: content, near: () => undefined}).servers;
		expect(textOf(found?.password)).toBe(password);
	});
	fc.assert(any, {numRuns: 300});
});

const large = 200_000;

test.each([
	['nested lists', 'compose', '['.repeat(large)],
	['nested maps', 'rcon-cli', '{a: '.repeat(large / 4)],
	['many keys', 'rcon-cli', Array.from({length: large / 10}, (_, index) => `k${index}: 1`).join('\n')],
	['nested arrays in TOML', 'toml', `a = ${'['.repeat(large)}`],
	['nested substitutions', 'mcrcon', '$('.repeat(large / 2)],
	['quotes', 'mcrcon', '"$'.repeat(large / 2)],
	['variables that double', 'mcrcon', `a=xxxxxxxxxx\n${'a="$a$a"\n'.repeat(1000)}mcrcon -p $a\n`],
	['one long word', 'mcrcon', `mcrcon -p ${'x'.repeat(large)}`],
	['one long cell', 'csv', `name,host\n"${'""'.repeat(large / 2)}",h`],
	['many rows', 'csv', `name,host\n${'a,h\n'.repeat(large / 4)}`],
	['many sections', 'arrcon', '[a]\nsPass=x\n[b]\n'.repeat(large / 16)],
	[
		'services that extend each other',
		'compose',
		`services:\n${Array.from({length: large / 20}, (_, n) => ` s${n}: {extends: s${n + 1}}\n`).join('')}`,
	],
	['variables', 'compose', `services: {}\nx: |\n${'a=$a\n'.repeat(large / 5)}`],
	['expansions', 'compose', `services: {a: {image: "${'${a:-'.repeat(large / 6)}"}}`],
] as const)('a large file of %s is read or refused in time', (_, format, content) => {
	const startedAt = cpuMs();
	const reading = tryRead(format, content);
	expect(reading?.servers.length ?? 0).toBeLessThanOrEqual(1000);
	// A pattern that backtracks or a list that grows in squares takes minutes. The rest is for slow machines.
	expect(cpuMs() - startedAt).toBeLessThan(10_000);
});

test('existing servers are not added again, and duplicate names in one file become different', () => {
	const row = (name: string, host: string) => `${name},${host}:25575,p\n`;
	const content = `name,address,password\n${row('Hub', 'a')}${row('hub', 'b')}${row('new', '127.0.0.1')}${row('old', 'c')}${row('again', 'a')}`;
	const reading = readSource('csv', {path: '/a.csv', text: content, near: () => undefined});
	const known = [
		{name: 'Old', host: 'elsewhere', port: 1},
		{name: 'mine', host: 'localhost', port: 25_575},
	];
	const entries = planAdoption(reading, {known, gameType: 'MINECRAFT'});
	expect(
		entries.map(entry => `${entry.outcome} ${entry.name}${'reason' in entry ? `: ${entry.reason}` : ''}`),
	).toEqual([
		'add Hub',
		'add hub-2',
		'exists new: already added as mine',
		'exists old: a server with this name already exists',
		'skip again: same console as Hub',
	]);
	const without = planAdoption(reading, {known: [], gameType: undefined});
	expect(new Set(without.map(({outcome}) => outcome))).toEqual(new Set(['skip']));
});
