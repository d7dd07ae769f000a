import fc from 'fast-check';
import {parse} from 'smol-toml';
import {describe, expect, test} from 'vitest';
import {keysOfSetting, settingValue, withValue} from '../../src/config/edit.ts';

const text = `# mine
poll_seconds = 7   # slow "line"
messages = [
	"one", # first
	"two",
]

# about prod
[profiles.prod]
url = "https://a.example/#x" # the first one
label = 'PROD'

[profiles.prod.feed]
url = "off"

[aliases]
lp = "ListPlayers"
`;

describe('setting a value in place', () => {
	test.each<[string, string[], string | number | string[], string, string]>([
		['beside its comment', ['poll_seconds'], 5, '7   # slow', '5   # slow'],
		[
			'that contains a #',
			['profiles', 'prod', 'url'],
			'https://b',
			'"https://a.example/#x" #',
			'"https://b" #',
		],
		['of several lines', ['messages'], ['x'], '[\n\t"one", # first\n\t"two",\n]', '[ "x" ]'],
		['in a nested table', ['profiles', 'prod', 'feed', 'url'], 'wss://f', '"off"', '"wss://f"'],
		['that is new at the top level', ['theme'], 'dark', '\n\n# about', '\ntheme = "dark"\n\n# about'],
		[
			'that is new in a table',
			['profiles', 'prod', 'colour'],
			'red',
			"'PROD'\n",
			'\'PROD\'\ncolour = "red"\n',
		],
		['with a key that contains dots', ['keys', 'app.quit'], 'x', /$/.source, '\n[keys]\n"app.quit" = "x"\n'],
	])('%s', (_what, keys, value, from, to) => {
		const edited = withValue(text, keys, value);
		expect(edited).toBe(from === '$' ? text + to : text.replace(from, to));
		expect(edited).not.toBe(text);
	});

	test('in an empty file, and with the line endings of the file', () => {
		expect(withValue('', ['theme'], 'dark')).toBe('theme = "dark"\n');
		expect(withValue('', ['profiles', 'a', 'url'], 'x')).toBe('[profiles.a]\nurl = "x"\n');
		expect(withValue('theme = "dark"\r\n', ['theme'], 'light')).toBe('theme = "light"\r\n');
		expect(withValue('theme = "dark"', ['theme'], 'light')).toBe('theme = "light"\n');
	});
});

test.each([
	['an inline table', 'profiles = {prod = {url = "https://a"}}\n'],
	['dotted keys', '[profiles]\nprod = {url = "https://a"}\n'],
])('does not guess how to edit %s', (_what, written) => {
	expect(withValue(written, ['profiles', 'prod', 'label'], 'x')).toBeUndefined();
});

test('every new value reads back, and no other line changes', () => {
	const keys = fc.constantFrom(
		['theme'],
		['poll_seconds'],
		['profiles', 'prod', 'label'],
		['profiles', 'new', 'url'],
		['aliases', 'lp'],
		['aliases', 'a b'],
	);
	fc.assert(
		fc.property(
			keys,
			fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
			(path, value) => {
				const edited = withValue(text, path, value) ?? '';
				const read = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), parse(edited));
				expect(read).toEqual(value);
				for (const line of ['# mine', '\t"one", # first', '# about prod', 'url = "off"']) {
					expect(edited.split('\n')).toContain(line);
				}
			},
		),
	);
});

test.each([
	['theme', ['theme']],
	['profiles.prod.feed.url', ['profiles', 'prod', 'feed', 'url']],
	['keys.app.quit', ['keys', 'app.quit']],
	['keys."app.quit"', ['keys', 'app.quit']],
	['aliases.lp', ['aliases', 'lp']],
])('parses the setting %s', (name, keys) => {
	expect(keysOfSetting(name)).toEqual(keys);
});

test.each<[string, string, unknown]>([
	['theme', 'dark', 'dark'],
	['theme', '"dark"', 'dark'],
	['poll_seconds', '10', 10],
	['poll_seconds', '10s', '10s'],
	['bell', 'true', true],
	['bell', 'notify', 'notify'],
	['profiles.prod.label', '123', '123'],
	['messages', '["a", "b"]', ['a', 'b']],
	['aliases.one', 'kick {1}', 'kick {1}'],
])('%s accepts %s', (name, text, value) => {
	expect(settingValue('', keysOfSetting(name), text)).toEqual(value);
});

test.each([
	['background', 'drak', 'expected one of'],
	['poll_seconds', 'often', 'poll_seconds'],
	['them', 'dark', 'Did you mean theme?'],
	['profiles.prod.lable', 'x', 'Did you mean profiles.prod.label?'],
	['profiles.prod.feed.urk', 'x', 'Did you mean profiles.prod.feed.url?'],
	['profiles.prod.token', 'x', 'There is no setting profiles.prod.token'],
])('%s rejects %s', (name, text, problem) => {
	expect(() => settingValue('', keysOfSetting(name), text)).toThrow(problem);
});
