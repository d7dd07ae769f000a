import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {codeSpans, isPath, root, sourcePath, sourceTour, type Page, whereToEdit} from './pages.ts';

const missingPaths = (page: Page) =>
	codeSpans(page).filter(code => isPath(code) && !existsSync(path.join(root, sourcePath(code))));

test.each([
	['the tour', sourceTour, 60],
	['the page on where to edit', whereToEdit, 100],
] as const)('every file and folder in %s exists', (_, page, least) => {
	expect(codeSpans(page).filter(isPath).length).toBeGreaterThan(least);
	expect(missingPaths(page)).toEqual([]);
});

test('detects a missing file', () => {
	const page = {
		file: 'src/README.md',
		text: '`lib/once.ts` `lib/twice.ts` `lib/net/` `lib/nothing/` `test/none.ts`',
	};
	expect(missingPaths(page)).toEqual(['lib/twice.ts', 'lib/nothing/', 'test/none.ts']);
});

test('the tour takes ten minutes', () => {
	expect(Buffer.byteLength(sourceTour.text)).toBeLessThan(12_000);
});
