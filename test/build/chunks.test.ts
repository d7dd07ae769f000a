import {Script} from 'node:vm';
import {expect, test} from 'vitest';
import {bundledChunks, programScripts} from '../../src/build/scripts.ts';
import {openParts, parts, type Part} from '../../src/cli/parts.ts';

/*
A chunk of the program copies the values that it imports, and exports its own when it has run. That is equal to the bindings of
modules under two conditions.
*/

test('every chunk can be the first to load: none needs itself', async () => {
	const program = await programScripts();
	const scripts = new Map(
		parts.map(part => [
			part,
			new Script(program.scripts[part]).runInThisContext() as Record<string, unknown>,
		]),
	);
	const load = (part: Part) => scripts.get(part);
	// The chunk that runs the program.
	const chunks = [...scripts.values()].flatMap(Object.keys).filter(name => name !== 'common/main.js');
	expect(chunks.length).toBeGreaterThan(300);
	for (const name of chunks) expect(openParts(load)(name)).toBeTypeOf('object');
});

test('every element is created without a global React', async () => {
	const {scripts} = await programScripts();
	expect(parts.filter(part => /(?<![\w$.])React\.(createElement|Fragment)\b/.test(scripts[part]))).toEqual(
		[],
	);
});

test('no exported variable gets another value', async () => {
	const {outputFiles} = await bundledChunks({minify: false});
	const exported = outputFiles.flatMap(({text}) => {
		const [, list = ''] = /\nexport \{([^}]*)\};\s*$/.exec(text) ?? [];
		return list.split(',').flatMap(one => {
			const [name = ''] = one.trim().split(' as ');
			return name === '' ? [] : {name, text};
		});
	});
	expect(exported.length).toBeGreaterThan(1000);
	expect(exported.flatMap(({name, text}) => assignments(name, text))).toEqual([]);
});

test.each([
	'  name = 1;',
	'  name ||= 1;',
	'  name++;',
	'  --name;',
	'  ({ name } = value);',
	'  ({ other: name, ...rest } = value);',
	'  [name] = values;',
	'  [first, name = 2] = values;',
	'  for (name of values) {',
	'  for (name in value) {',
])('this check finds the assignment in %j', line => {
	expect(assignments('name', line)).toEqual([line]);
});

test.each([
	'var name = 1;',
	'  name === 1;',
	'  value[name] = 1;',
	'  value.name = 1;',
	'  const { name: name2 } = value;',
	'  for (const one of name) {',
	'  call(name => [name]);',
])('this check finds no assignment in %j', line => {
	expect(assignments('name', line)).toEqual([]);
});

/** The lines that assign to a variable, other than its declaration. */
function assignments(name: string, text: string): string[] {
	const bare = `${name.replaceAll('$', '\\$')}(?![\\w$])`;
	const own = `(?<![\\w$.\\-])${bare}`;
	const inPattern = '[^[\\]{}()]*';
	const written = new RegExp(
		[
			`${own}\\s*(?:=(?![=>])|[-+*/%|&?^<>]{1,3}=(?!=)|\\+\\+|--)`,
			`(?:^|[(;,=])\\s*(?:\\+\\+|--)${bare}`,
			`(?<![\\w$)\\].]\\s*)[[{]${inPattern}${own}(?!\\s*:)${inPattern}[\\]}]\\s*=(?![=>])`,
			`\\bfor (?:await )?\\(${own}\\s+(?:of|in)\\b`,
		].join('|'),
	);
	const isDeclaration = /^(?:var|let|const|function|async function|class|export) /;
	return text
		.split('\n')
		.filter(line => line.includes(name) && written.test(line) && !isDeclaration.test(line));
}
