import {readFileSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {transform, type Metafile} from 'esbuild';
import {lazyMark} from './lazy-imports.ts';
import {bundle} from './esbuild.ts';
import {root} from './root.ts';
import {parts, type Part} from '../cli/parts.ts';

/** Entry points on the way to the TUI's first paint: these and all their imports are the first script. */
const untilFirstPaint = ['src/cli/main.ts', 'src/cli/commands/tui.ts', 'src/cli/on-screen.ts'];
/** The schemas that check a configuration before that. */
const configured = [`src/config/schema.ts${lazyMark}`];

type ProgramScripts = {
	scripts: Record<Part, string>;
	/** The packages that are in each of them. */
	packages: Record<Part, ReadonlySet<string>>;
};

/**
The program as scripts, which `runParts` combines. V8 deserializes the code cache of a script in one go,
so code that a first paint does not need is separate: that is half of the program. Each script returns an
object of functions, one per esbuild chunk; a chunk gets others by `require`.
*/
export async function programScripts(): Promise<ProgramScripts> {
	const pack = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {version: string};
	const {outputFiles, metafile} = await bundle('src/cli/main.ts', {
		format: 'esm',
		splitting: true,
		outdir: root,
		entryNames: 'main',
		chunkNames: '[hash]',
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
			RCONDECK_VERSION: JSON.stringify(pack.version),
			'Intl.Segmenter': 'FastSegmenter',
			// ansi-escapes reads the browser's name from it.
			'globalThis.navigator': 'undefined',
		},
		inject: ['src/lib/fast-segmenter.ts'],
		// Nobody reads it: yoga and undici only look whether it is there.
		logOverride: {'empty-import-meta': 'silent'},
	});
	const late = Object.entries(metafile.outputs).flatMap(([name, {entryPoint}]) =>
		entryPoint?.endsWith(lazyMark) ? name : [],
	);
	const first = withImports(metafile, untilFirstPaint);
	const schemas = withImports(metafile, configured);
	const texts: Record<Part, string[]> = {first: [], schemas: [], rest: []};
	const packages: Record<Part, Set<string>> = {first: new Set(), schemas: new Set(), rest: new Set()};
	for (const {path: file, text} of outputFiles) {
		const name = path.basename(file);
		const part = first.has(name) ? 'first' : schemas.has(name) ? 'schemas' : 'rest';
		const body = await asFunctionBody(text, late);
		const its = isScriptModule(metafile, name) ? 'module.exports=module.exports.default;' : '';
		for (const input of packagesOf(metafile, name)) packages[part].add(input);
		texts[part].push(`${JSON.stringify(name)}:(exports,module,require)=>{${body}${its}}`);
	}
	const scripts = parts.map(part => [part, checkScript(`({${texts[part].join(',')}})`)]);
	// One entry for each of the parts.
	return {scripts: Object.fromEntries(scripts) as Record<Part, string>, packages};
}

function packagesOf({outputs}: Metafile, name: string): string[] {
	const inputs = Object.entries(outputs[name]?.inputs ?? {});
	return inputs.flatMap(([input, {bytesInOutput}]) => {
		const [, found] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
		return found !== undefined && bytesInOutput > 0 ? found : [];
	});
}

/** The names of the chunks of these modules, and of all chunks that those import. */
function withImports({outputs}: Metafile, entries: readonly string[]): Set<string> {
	const found = new Set<string>();
	const add = (output: string) => {
		if (found.has(output)) return;
		found.add(output);
		for (const {kind, path: other} of outputs[output]?.imports ?? []) {
			if (kind === 'import-statement') add(other);
		}
	};
	for (const entry of entries) {
		const output = Object.keys(outputs).find(name => outputs[name]?.entryPoint === entry);
		if (output === undefined) throw new Error(`${entry} is no chunk of its own any more.`);
		add(output);
	}
	return found;
}

/**
Whether the chunk is a CommonJS module that is imported later: esbuild gives all of it as `default`, where Node, and
esbuild without chunks, give its fields as well (esbuild, issue 3245).
*/
function isScriptModule({inputs, outputs}: Metafile, name: string): boolean {
	const {entryPoint = '', exports = []} = outputs[name] ?? {};
	if (inputs[entryPoint]?.format !== 'cjs') return false;
	if (exports.join() !== 'default') throw new Error(`${entryPoint} is imported both at once and later.`);
	return true;
}

/** The chunks in `late` are taken at once where they are asked for; all others that are imported later are promised. */
async function asFunctionBody(chunk: string, late: readonly string[]): Promise<string> {
	const text = late.reduce((so, name) => so.replaceAll(`import("./${name}")`, `require("./${name}")`), chunk);
	const {code} = await transform(text, {
		format: 'cjs',
		platform: 'node',
		target: 'esnext',
		minify: true,
		// A chunk that is wanted later comes by `require` as well.
		supported: {'dynamic-import': false},
		logOverride: {'empty-import-meta': 'silent'},
	});
	const lean = code
		// What makes of its exports a copy for those who import from modules and scripts alike is not needed among chunks.
		.replace(/module\.exports=[\w$]+\(([\w$]+)\);/, 'module.exports=$1;$1.__esModule=!0;')
		.replace(/0&&\(module\.exports=\{[^}]*\}\);?\s*$/, '');
	// Nor are the helpers that made it.
	const {code: body} = await transform(lean, {
		platform: 'node',
		target: 'esnext',
		minify: true,
		treeShaking: true,
		supported: {'dynamic-import': false},
		logOverride: {'empty-import-meta': 'silent'},
	});
	return (
		body
			.trimEnd()
			// Anywhere but in a template this does not parse. None is behind a backslash, as esbuild writes templates.
			.replaceAll(/(?<!\\)\n/g, '\\n')
			// esbuild leaves tagged templates as they are; nobody looks at how those are written.
			.replaceAll(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
	);
}

/** A script that is in one line of ASCII: as a comment it is skipped quickly, and read without a second thought. */
function checkScript(script: string): string {
	const strange = /[\n\r]|[^\0-\x7f]/.exec(script);
	if (strange)
		throw new Error(`The program has ${JSON.stringify(strange[0])} in it: the launchers would misread it.`);
	void new Script(script);
	return script;
}
