import {expect, test} from 'vitest';
import {jsonFieldsOf} from '../../src/cli/output/json-fields.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {docPage} from './pages.ts';

test('the page on scripting lists the fields of our own records', async () => {
	const program = await declaredProgram();
	const rows = [...docPage('scripting.md').text.matchAll(/^\| (`[a-z][^|]*) \| (`[^|]*) \|$/gm)];
	expect(rows.length).toBeGreaterThan(8);
	const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
	for (const [, names, fields] of rows) {
		for (const name of codeIn(names)) {
			let command = program;
			for (const word of name.split(' ')) {
				command = command.commands.find(one => one.name() === word) ?? program;
			}
			expect({name, fields: jsonFieldsOf(command)?.fields}).toEqual({name, fields: codeIn(fields)});
		}
	}
});
