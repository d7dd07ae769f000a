import {build, type BuildOptions} from 'esbuild';
import {licensesOf} from './licenses.ts';
import {packageFacts} from './package-facts.ts';
import {root} from './root.ts';
import type {PackageLicense} from '../cli/package-licenses.ts';

export type BuiltProgram = {
	/** A script whose value is a function that runs the program. Its parameter is `require`. */
	text: string;
	/** The licenses of the project and of all packages in the program. */
	licenses: readonly PackageLicense[];
};

/** Builds the program in one script. `more` licenses are added to those of the packages. */
export async function buildProgram(more: readonly PackageLicense[] = []): Promise<BuiltProgram> {
	const {metafile, text: bundled} = await bundle('src/cli/start/main.ts', programOptions);
	const licenses = [...licensesOf(metafile), ...more];
	const text = `(function(require){function PACKAGE_LICENSES(){return ${asciiJson(licenses)}}\n${bundled}})`;
	const strange = /[^\0-\x7f]/.exec(text);
	if (strange)
		throw new Error(`The launcher reads ASCII, but the program contains ${JSON.stringify(strange[0])}.`);
	return {text, licenses};
}

const asciiJson = (value: unknown): string =>
	JSON.stringify(value).replaceAll(
		/[^\0-\x7f]/g,
		unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

const programOptions: BuildOptions = {
	define: {
		'process.env.NODE_ENV': '"production"',
		'process.env.DEV': '"false"',
		RCONDECK_VERSION: JSON.stringify(packageFacts.version),
		// Leaves out undici's experimental parser, as the build of Node does.
		esbuildDetection: 'true',
		// ws would look for packages that are not included.
		'process.env.WS_NO_BUFFER_UTIL': '"1"',
		'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
		// Yoga contains its WebAssembly as a data URL. Fetching that would load Node's undici: 45 ms and 25 MB.
		'import.meta.url': '""',
		fetch: 'undefined',
		// ansi-escapes reads the browser's name from it.
		'globalThis.navigator': 'undefined',
	},
};

/** Bundles an entry point with all its imports as CommonJS. Ends the build if esbuild has reported an error. */
export async function bundle(entry: string, options: BuildOptions) {
	const {metafile, outputFiles} = await build({
		absWorkingDir: root,
		entryPoints: [entry],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'esnext',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		...options,
		write: false,
		metafile: true,
	}).catch((error: unknown) => {
		if (!(error instanceof Error && 'errors' in error)) throw error;
		process.exit(1);
	});
	return {metafile, text: outputFiles[0]?.text.trimEnd() ?? ''};
}
