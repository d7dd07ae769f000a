import path from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the packages that these files load before they run, through all static imports. */
async function packagesOf(...entries: string[]): Promise<string[]> {
	const {metafile} = await build({
		absWorkingDir: root,
		entryPoints: entries,
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		format: 'esm',
		packages: 'external',
		write: false,
		metafile: true,
	});
	const loaded = new Set(entries);
	const packages = new Set<string>();
	for (const file of loaded)
		for (const {path: imported, kind, external} of metafile.inputs[file]?.imports ?? []) {
			if (kind === 'dynamic-import') continue;
			if (external) packages.add(imported);
			else loaded.add(imported);
		}
	return [...packages].filter(name => !name.startsWith('node:')).toSorted();
}

test('a command that prints an answer loads no package that it does not use', async () => {
	const command = ['start/main.ts', 'start/program.ts', 'start/embedded.ts', 'commands/rcon.ts'];
	expect(await packagesOf(...command.map(file => `src/cli/${file}`))).toEqual([
		'commander',
		'smol-toml',
		'zod',
	]);
});
