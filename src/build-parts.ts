import {readFileSync} from 'node:fs';
import path from 'node:path';
import {build, type BuildOptions} from 'esbuild';
import {late} from './build-late.ts';
import {builtins, patches} from './build-plugins.ts';

export const root = path.resolve(import.meta.dirname, '..');

/** What the launchers could not read, as they take a program for Latin-1. */
export const notAscii = /[^\0-\x7f]/;

/** One script of an entry and all that it imports. Ends the build where esbuild has said what is wrong. */
export async function bundled(entry: string, options: BuildOptions): Promise<string> {
	const {outputFiles} = await build({
		absWorkingDir: root,
		entryPoints: [entry],
		bundle: true,
		write: false,
		platform: 'node',
		target: 'esnext',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		plugins: [builtins(), late(), patches()],
		...options,
	}).catch((error: unknown) => {
		if (!(error instanceof Error && 'errors' in error)) throw error;
		process.exit(1);
	});
	return outputFiles?.[0]?.text.trimEnd() ?? '';
}

/** The whole program as one script, which a launcher runs. */
export function bundledProgram(): Promise<string> {
	const pack = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {version: string};
	return bundled('src/cli/main.ts', {
		format: 'iife',
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
			RCONDECK_VERSION: JSON.stringify(pack.version),
			'Intl.Segmenter': 'FastSegmenter',
		},
		inject: ['src/lib/fast-segmenter.ts'],
		// Nobody reads it: yoga and undici only look whether it is there.
		logOverride: {'empty-import-meta': 'silent'},
	});
}
