import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {bundledText} from '../../src/build/esbuild.ts';
import {tempFolder} from '../cli/temp-folder.ts';

/** Builds a module, runs it with the statements, and returns what they print. */
async function builtOutput(entry: string, statements = ''): Promise<string> {
	const text = await bundledText(entry, {format: 'cjs', splitting: false});
	const file = path.join(tempFolder(), 'built.cjs');
	writeFileSync(file, `${text}\n${statements}`);
	return execFileSync(process.execPath, [file], {encoding: 'utf8'});
}

test('the HTTP client loads neither HTTP/2 nor TLS before it needs them', async () => {
	const list = 'process.stdout.write(JSON.stringify(process.moduleLoadList));';
	const loaded = JSON.parse(await builtOutput('src/lib/dispatcher.ts', list)) as string[];
	expect(loaded).toContain('NativeModule net');
	expect(loaded.filter(name => /\b(http2|_?tls)/.test(name))).toEqual([]);
});

test('functions of Node that have properties of their own load their module when they are called', async () => {
	const entry = path.join(tempFolder(), 'entry.ts');
	writeFileSync(
		entry,
		`import {exec} from 'node:child_process';
		import {homedir} from 'node:os';
		const has = (name: string) => process.moduleLoadList.includes('NativeModule ' + name);
		const before = [has('child_process'), has('os')];
		exec('echo called', (_, stdout) => console.log(JSON.stringify([...before, homedir(), stdout.trim()])));`,
	);
	expect(JSON.parse(await builtOutput(entry))).toEqual([false, false, homedir(), 'called']);
});
