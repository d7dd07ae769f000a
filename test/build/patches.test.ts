import {globSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {patchList} from '../../src/build/patches.ts';

test('each patch applies to one file of the installed packages', () => {
	const cwd = path.resolve(import.meta.dirname, '../../node_modules');
	const files = globSync('ink/**/*.js', {cwd});
	const found = patchList.map(({file}) => files.filter(name => file.test(name)).length);
	expect(found).toEqual(patchList.map(() => 1));
});
