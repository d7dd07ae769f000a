import {readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {programScripts} from '../../src/build/scripts.ts';
import {parts} from '../../src/cli/parts.ts';
import {docPage} from '../readme/pages.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The packages in the program. */
let bundled: ReadonlySet<string>;
beforeAll(async () => {
	const {packages} = await programScripts();
	bundled = new Set(parts.flatMap(part => [...packages[part]]));
});

test('the docs say what each package in the program is for', () => {
	const rows = docPage('security.md').text.matchAll(/^\| `([@a-z][\w@/-]*)` +\| \S/gm);
	const {devDependencies} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		devDependencies: Record<string, string>;
	};
	const chosen = Object.keys(devDependencies).filter(name => bundled.has(name));
	expect([...rows].map(([, name]) => name)).toEqual(chosen);
});
