import {build, type BuildOptions} from 'esbuild';
import {lazyImports} from './lazy-imports.ts';
import {withoutLicenses} from './licenses.ts';
import {
	boxesForYoga,
	builtins,
	fastPerformance,
	fastSegmenter,
	fastStringWidth,
	noCursorRestore,
	noErrorOverview,
	patches,
	reactAsModule,
} from './plugins.ts';
import {root} from './root.ts';

/** Bundles an entry point with all its imports. Ends the build if esbuild has reported an error. */
export function bundle(entry: string, options: BuildOptions) {
	return build({
		absWorkingDir: root,
		entryPoints: [entry],
		bundle: true,
		platform: 'node',
		target: 'esnext',
		// As in tsconfig.json, which esbuild does not read for a lazy file: its plugin resolves the path.
		jsx: 'automatic',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		plugins: [
			builtins(),
			fastStringWidth(),
			boxesForYoga(),
			fastPerformance(),
			fastSegmenter(),
			noCursorRestore(),
			noErrorOverview(),
			reactAsModule(),
			lazyImports(),
			patches(),
			withoutLicenses(),
		],
		...options,
		write: false,
		metafile: true,
	}).catch((error: unknown) => {
		if (!(error instanceof Error && 'errors' in error)) throw error;
		process.exit(1);
	});
}

/** Bundles an entry point into a single text. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
	const {outputFiles} = await bundle(entry, options);
	return outputFiles[0]?.text.trimEnd() ?? '';
}
