import {build} from 'esbuild';

/** One file, so that `dist/rcondeck.mjs` can be copied to a jump host and run. */
await build({
	entryPoints: ['src/cli/main.ts'],
	outfile: 'dist/rcondeck.mjs',
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'esnext',
	minify: true,
	define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
});
