import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {bundledText} from '../../src/build/esbuild.ts';

/** Loads a module from the built files and returns the names of the Node modules that this loads. */
async function builtinsOf(entry: string): Promise<string[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-test-'));
	try {
		const text = await bundledText(entry, {format: 'cjs', splitting: false});
		const file = path.join(folder, 'built.cjs');
		writeFileSync(file, `${text}\nprocess.stdout.write(JSON.stringify(process.moduleLoadList));`);
		return JSON.parse(execFileSync(process.execPath, [file], {encoding: 'utf8'})) as string[];
	} finally {
		rmSync(folder, {recursive: true});
	}
}

test('the HTTP client loads neither HTTP/2 nor TLS before it needs them', async () => {
	const loaded = await builtinsOf('src/lib/dispatcher.ts');
	expect(loaded).toContain('NativeModule net');
	expect(loaded.filter(name => /\b(http2|_?tls)/.test(name))).toEqual([]);
});
