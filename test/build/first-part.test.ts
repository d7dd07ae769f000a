import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {programScripts} from '../../src/build/scripts.ts';

/**
 * Packages for rendering a frame and reading the configuration. Each addition slows down every start: `npm
 * run bench:start`.
 */
const needed = ['chalk', 'ink', 'ink-select-input', 'ink-text-input', 'react', 'smol-toml'];

test('the first chunk of the program contains only what the first paint needs', async () => {
	const {dependencies} = JSON.parse(
		readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
	) as {dependencies: Record<string, string>};
	const {scripts, packages} = await programScripts();
	expect(Object.keys(dependencies).filter(name => packages.first.has(name))).toEqual(needed);
	// Small enough to catch an added transitive dependency, with some room to grow.
	expect(scripts.first.length).toBeLessThan(1_090_000);
});
