import {expect, test} from 'vitest';
import {type LogFormat, type LogLevel, openLog} from '../../../src/lib/files/log.ts';

const at = Date.UTC(2026, 10, 23, 3, 0, 0);

function logged(format: LogFormat, level: LogLevel = 'debug') {
	const output = {
		lines: [] as string[],
		writableLength: 0,
		write: (text: string) => void output.lines.push(text),
	};
	return {output, log: openLog({format, level, output, now: () => at})};
}

test('an entry is one line, as JSON or as text', () => {
	const entry = {
		level: 'info',
		event: 'state',
		message: 'ark is\nONLINE',
		fields: {server: 'a "b"\r\n\u001b[2J', ms: 1.5, id: undefined, ok: true},
	} as const;
	const json = logged('json');
	json.log.write(entry);
	expect(json.output.lines).toHaveLength(1);
	expect(json.output.lines[0]).toMatch(/^[ -~]+\n$/);
	expect(JSON.parse(json.output.lines[0] ?? '')).toEqual({
		time: '2026-11-23T03:00:00.000Z',
		level: 'info',
		event: 'state',
		message: 'ark is\nONLINE',
		server: 'a "b"\r\n\u001b[2J',
		ms: 1.5,
		ok: true,
	});
	const text = logged('text');
	text.log.write(entry);
	expect(text.output.lines[0]).toMatch(
		/^2026-11-23T03:00:00(?:Z|[+-]\d\d:\d\d) INFO  ark is\^JONLINE server=.* ms=1\.5 ok=true\n$/,
	);
	expect(text.output.lines[0]).not.toContain('\u001b');
});

test('entries below the level are left out', () => {
	const {log, output} = logged('json', 'warn');
	for (const level of ['error', 'warn', 'info', 'debug'] as const)
		log.write({level, event: level, message: 'm'});
	expect(output.lines.map(line => (JSON.parse(line) as {event: string}).event)).toEqual(['error', 'warn']);
});

test.each(['json', 'text'] as const)('secrets are removed from messages and fields (%s)', format => {
	const {log, output} = logged(format);
	log.write({
		level: 'info',
		event: 'command',
		message: 'Authorization: Bearer hunter2hunter2',
		fields: {command: 'rcon_password hunter2', error: 'token=hunter2'},
	});
	expect(output.lines.join('')).not.toContain('hunter2');
	expect(output.lines.join('')).toContain('rcon_password');
});

test('lines that nobody reads are dropped and counted, and an output that throws harms nothing', () => {
	const {log, output} = logged('json');
	const entry = {level: 'info', event: 'e', message: 'm'} as const;
	output.writableLength = 2 * 1024 * 1024;
	for (let n = 0; n < 3; n++) log.write(entry);
	expect(output.lines).toEqual([]);
	output.writableLength = 0;
	log.write(entry);
	expect(output.lines).toHaveLength(1);
	expect(log.dropped()).toBe(3);
	output.write = () => {
		throw new Error('EPIPE');
	};
	log.write(entry);
	expect(log.dropped()).toBe(4);
});
