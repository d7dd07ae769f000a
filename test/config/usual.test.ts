import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ConfigFile, CredentialsFile} from '../../src/config/schema.ts';
import {isUsualConfig, isUsualCredentials} from '../../src/config/usual.ts';

const odd = fc.constantFrom<unknown>(
	'',
	' x',
	'x ',
	'a b',
	'x\ny',
	0,
	1,
	1.5,
	-1,
	150,
	1e9,
	NaN,
	true,
	[],
	[''],
	{},
	{x: 1},
	null,
);
const usual = <Value>(value: fc.Arbitrary<Value>) =>
	fc.oneof({weight: 50, arbitrary: value as fc.Arbitrary<unknown>}, {weight: 1, arbitrary: odd});
const text = usual(fc.constantFrom('x', 'Ark One', '#ff0000', '#ff00', 'red', 'a"b'));
const flag = usual(fc.boolean());
const some = <Fields>(fields: {[Name in keyof Fields]: fc.Arbitrary<Fields[Name]>}) =>
	usual(fc.record(fields, {requiredKeys: []}));
const named = (value: fc.Arbitrary<unknown>) =>
	usual(fc.dictionary(fc.constantFrom('a', 'b b', '', 'constructor'), value, {maxKeys: 2}));
const texts = usual(fc.array(text, {maxLength: 2}));

const profile = some({
	url: text,
	label: text,
	colour: text,
	read_only: flag,
	protect: usual(fc.constantFrom('normal', 'high')),
	token_command: text,
	token_file: text,
	feed: some({url: text, destinations: texts, login: text, other: text}),
	unknown: fc.constant(undefined),
});
const config = some({
	profile: text,
	theme: usual(fc.constantFrom('auto', 'dark', 'none')),
	messages: texts,
	reasons: texts,
	bell: usual(fc.constantFrom(true, 'notify', 'ring')),
	at_once_per_node: usual(fc.constantFrom(1, 20, 21)),
	scrollback: usual(fc.constantFrom(100, 99, 300_000)),
	screen_reader: flag,
	keys: named(usual(fc.oneof(text, texts))),
	clipboard: usual(fc.constantFrom('osc52', 'off', 'other')),
	mouse: flag,
	poll_seconds: usual(fc.constantFrom(1, 3600, '5s')),
	profiles: named(profile),
	views: named(some({filter: text, sort: text, columns: texts, grouped: flag})),
	aliases: named(text),
	dangerous: texts,
	alerts: some({format: text}),
	commands: named(some({rcon: text})),
});

test('settings that need no schema are what the schema returns', () => {
	fc.assert(
		fc.property(config, content => {
			const isUsual = isUsualConfig(content);
			const read = ConfigFile.safeParse(content);
			expect(isUsual ? read.data : content).toEqual(content);
		}),
		{numRuns: 5000},
	);
});

test('a usual profile needs no schema', () => {
	const content = {
		profile: 'eu',
		poll_seconds: 5,
		keys: {'app.quit': ['q', 'Q']},
		aliases: {save: 'SaveWorld'},
		profiles: {
			eu: {url: 'https://x.example', label: 'EU', colour: '#00ff00', read_only: true, feed: {url: 'off'}},
		},
	};
	expect(isUsualConfig(content)).toBe(true);
	expect(isUsualConfig({...content, profles: {}})).toBe(false);
	expect(isUsualConfig({...content, poll_seconds: '5s'})).toBe(false);
	expect(isUsualConfig(JSON.parse('{"__proto__": "x"}'))).toBe(false);
});

test('credentials that need no schema are what the schema returns', () => {
	fc.assert(
		fc.property(
			named(some({token: text, app_id: text, app_secret: text, bearer: text, other: text})),
			content => {
				const read = CredentialsFile.safeParse(content);
				expect(isUsualCredentials(content) ? read.data : content).toEqual(content);
			},
		),
		{numRuns: 2000},
	);
});
