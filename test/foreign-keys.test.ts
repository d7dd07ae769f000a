import {expect, test} from 'vitest';
import {sourceOf, sourcesIn} from './helpers/imports.ts';

/*
 * A plain object has `constructor`, `toString` and `__proto__` from the start. Text from outside, such as
 * the ID of a server, must never be one of its keys. `lib/maps.ts` has the replacement.
 */

/**
 * Files in which a record may be keyed by text, and why: the program defines the names, or nothing looks
 * them up.
 */
const ownNames: [why: string, files: RegExp][] = [
	[
		'variables of the environment',
		/^src\/(lib\/(external-editor|run-programs)|app\/alerts\/payloads|line-mode\/line-mode|tui\/(mount|run-in-terminal|screen|terminal\/[\w-]+|theme\/choose)|config\/paths|cli\/(pager|commands\/login))\.tsx?$/,
	],
	[
		'headers of a request or frame',
		/^src\/(api\/(wire|prepare)|contract\/(credentials|socket)|feed\/(dial|frames|subscribe)|service\/(index|refusal|broker\/\w+|serving\/answers)|demo\/(accounts|faults)|cli\/commands\/serve)\.ts$/,
	],
	[
		'fields of an endpoint',
		/^src\/(contract\/(endpoint|write-query)|service\/(read-request|router|handlers\/handlers-of))\.ts$/,
	],
	[
		'fields of an action or dialog',
		/^src\/(actions\/(action|automations|command-line|field|job|plan|rolling)|app\/(dialogs\/\w[\w-]*|(export|timeline)\/[\w-]*dialog|kernel\/(dialog-state|form))|cli\/actions\/(context|options)|line-mode\/(action-questions|commands\/actions))\.ts$/,
	],
	[
		'settings, looked up by `ownValue` or by their own names',
		/^src\/(config\/(keys|load|origins|setting-names)|actions\/aliases|app\/kernel\/settings)\.ts$/,
	],
	['columns of the journal', /^src\/journal\/write\.ts$/],
	[
		'what an action was given, by the names of its fields',
		/^src\/(actions\/activity|journal\/old-sentences)\.ts$/,
	],
	['columns of PostgreSQL', /^src\/service\/postgres\/(columns|tables)\.ts$/],
	['parts of the bundle', /^src\/cli\/parts\.ts$/],
	['commands and settings of a game, looked up by `ownValue`', /^src\/demo\/games\/\w[\w-]*\.ts$/],
	['formats of a date', /^src\/service\/automations\/expression\/functions\.ts$/],
	['records without a prototype', /^src\/contract\/(models\/people|shapes\/(automation|team))\.ts$/],
	[
		'records that are only gone through, or looked up by `Object.hasOwn`',
		/^src\/(contract\/endpoints\/other|service\/(records|profiles)|lib\/(ini|log|prometheus)|cli\/commands\/profiles)\.ts$/,
	],
	[
		'commands and options of the program itself',
		/^src\/(messages\/cli-help|cli\/(completion-offers|json-fields))\.ts$/,
	],
	[
		'facts of a game by the names in its file, looked up by `ownValue`',
		/^src\/(games\/(console|game)-types|actions\/players)\.ts$/,
	],
	['the helpers', /^src\/lib\/maps\.ts$/],
];

/** A record with names that the type checker knows does not count. */
const isKeyedByText = (file: string) => /(?<!satisfies )\bRecord<string, (?!unknown>)/.test(sourceOf(file));

const sources = sourcesIn('src').filter(file => !file.startsWith('src/build/'));

test('keys of a plain object are only names that the program defines', () => {
	const keyed = sources.filter(isKeyedByText);
	expect(keyed.filter(file => !ownNames.some(([, files]) => files.test(file)))).toEqual([]);
});

test('every exception is needed', () => {
	const idle = ownNames.filter(([, files]) => !sources.some(file => files.test(file) && isKeyedByText(file)));
	expect(idle.map(([why]) => why)).toEqual([]);
});

/** Numbers of rows, columns and the like, by the names that they have everywhere. */
const numbers = /^(\d+|i|index|slot|widest|at|place|row)$/;

const assigned: [why: string, file: string][] = [
	['numbers of styles', 'src/tui/terminal/styles.ts'],
	['names of variables that are listed there', 'src/tui/theme/choose.ts'],
	['names of settings', 'src/config/origins.ts'],
	['records without a prototype', 'src/contract/shapes/automation.ts'],
	['records without a prototype', 'src/contract/models/people.ts'],
	['tables without a prototype', 'src/config/write.ts'],
	['tables without a prototype', 'src/lib/ini.ts'],
	['names of the schema', 'src/contract/fast-servers.ts'],
	['names of the shape', 'src/contract/shape.ts'],
	['names of the row', 'src/contract/request.ts'],
	['names of the row', 'src/contract/write-query.ts'],
	['names of the row', 'src/service/read-request.ts'],
	['names of fields', 'src/actions/action.ts'],
	['names of fields', 'src/cli/actions/context.ts'],
	['names of fields', 'src/cli/actions/options.ts'],
	['a name that is there already', 'src/lib/depth.ts'],
	['a name that is there already', 'src/lib/packed-records.ts'],
	['numbers of edges and axes', 'src/lib/box-layout.ts'],
];

test('nothing writes to a plain object under a name from outside', () => {
	const known = new Set(assigned.map(([, file]) => file));
	const strays = sources.flatMap(file =>
		[...sourceOf(file).matchAll(/\b[\w.]+\[([\w.]+)\] (?:=|\?\?=|\|\|=) .*/g)]
			.filter(([, name = '']) => !numbers.test(name) && !known.has(file))
			.map(([line]) => `${file}: ${line}`),
	);
	expect(strays).toEqual([]);
});
