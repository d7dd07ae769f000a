import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {programScripts} from '../../src/build/scripts.ts';

/** What a frame is made with, and what reads the configuration. One more makes every start longer: `npm run bench:start`. */
const needed = ['chalk', 'ink', 'ink-select-input', 'ink-text-input', 'react', 'smol-toml'];

test('only what a first paint needs is in the part of the program that it waits for', async () => {
	const {dependencies} = JSON.parse(
		readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
	) as {dependencies: Record<string, string>};
	const {scripts, packages} = await programScripts();
	expect(Object.keys(dependencies).filter(name => packages.first.has(name))).toEqual(needed);
	// Without a package that is there for another, and with some room to grow.
	expect(scripts.first.length).toBeLessThan(1_040_000);
});
