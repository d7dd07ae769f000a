import {build, type BuildOptions} from 'esbuild';
import {late} from './late.ts';
import {builtins, patches, fastStringWidth, reactAsModule} from './plugins.ts';
import {root} from './root.ts';

/** What esbuild makes of an entry and all that it imports. Ends the build where esbuild has said what is wrong. */
export function bundle(entry: string, options: BuildOptions) {
	return build({
		absWorkingDir: root,
		entryPoints: [entry],
		bundle: true,
		platform: 'node',
		target: 'esnext',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		plugins: [builtins(), fastStringWidth(), reactAsModule(), late(), patches()],
		...options,
		write: false,
		metafile: true,
	}).catch((error: unknown) => {
		if (!(error instanceof Error && 'errors' in error)) throw error;
		process.exit(1);
	});
}

/** The same as one text. */
export async function bundledText(entry: string, options: BuildOptions): Promise<string> {
	const {outputFiles} = await bundle(entry, options);
	return outputFiles[0]?.text.trimEnd() ?? '';
}
