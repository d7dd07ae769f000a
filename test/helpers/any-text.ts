import fc from 'fast-check';

/** Names that every plain object inherits. */
export const prototypeNames = [
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'valueOf',
	'isPrototypeOf',
	'__defineGetter__',
] as const;

const deep = 5000;

/** Texts that have crashed programs: controls, lone surrogates, paths, patterns, numbers, and very long texts. */
const oddTexts = [
	...prototypeNames,
	'',
	' ',
	'.',
	'..',
	'/',
	'../..',
	'%2e%2e%2f',
	'?a=b#c',
	'\0',
	'\x1b[2J\x1b]0;owned\x07',
	'\r\n\t\v\f',
	'\u202e\u2066',
	'\ud800',
	'\udc00\ud800',
	'👨‍👩‍👧‍👦'.repeat(50),
	'é'.repeat(200),
	'{minutes}{{}}',
	"$&$'$`$1",
	'`$(reboot)`; "\'\\',
	'-',
	'--yes',
	'0',
	'-1',
	'1e309',
	'9'.repeat(400),
	'NaN',
	'null',
	'[]',
	'{"workflow": {}}',
	'{"__proto__": {"workflow": 1}, "constructor": []}',
	'{"workflow": [], "targets": "x", "trigger": 5}',
	`{"targets": ${'['.repeat(deep)}${']'.repeat(deep)}}`,
	'['.repeat(deep),
	'('.repeat(deep),
	`${'('.repeat(deep)}a${')'.repeat(deep)}`,
	'(a*)*'.repeat(300),
	`${'a{1000}'.repeat(4)}`,
	'\\',
	'/(/',
	'a@b.c',
	`${'a'.repeat(300)}@example.net`,
	'x'.repeat(1_000_000),
	'x\u0301'.repeat(5000),
	'line\n'.repeat(20_000),
];

/** Any text that a user could type, paste or send. */
export const anyText = (): fc.Arbitrary<string> =>
	fc.oneof(
		{weight: 3, arbitrary: fc.constantFrom(...oddTexts)},
		{weight: 2, arbitrary: fc.string({unit: 'binary', maxLength: 60})},
		{weight: 1, arbitrary: fc.string({unit: 'grapheme', maxLength: 60})},
		{
			weight: 1,
			arbitrary: fc.string({
				unit: fc.constantFrom(...'./\\:*?"<>|@{}[]()$%&\0\x1b\n\t\u202e'),
				maxLength: 40,
			}),
		},
		{weight: 1, arbitrary: fc.json()},
	);
