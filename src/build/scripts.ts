import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import type {Metafile} from 'esbuild';
import {lazyMark} from './lazy-imports.ts';
import {bundle} from './esbuild.ts';
import {licensesChunk, licensesFunction, licensesOf} from './licenses.ts';
import {root} from './root.ts';
import type {PackageLicense} from '../cli/package-licenses.ts';
import {parts, type Part} from '../cli/parts.ts';

/** Entry points of the client, needed for the first request and to check the first command. */
const client = [
	'src/api/client.ts',
	'src/api/direct-carrier.ts',
	'src/cli/completion-cache.ts',
	`src/games/danger-table.ts${lazyMark}`,
];
/** What the TUI runs up to its first paint and its first list. They and all their imports are `common` and `screen`. */
const screen = [
	'src/cli/main.ts',
	'src/cli/commands/tui.ts',
	'src/cli/on-screen.ts',
	`src/app/trends/trends.ts${lazyMark}`,
	`src/app/servers/server-facts.ts${lazyMark}`,
	...client,
];
/** What the commonest commands run. They and all their imports are `common` and `commands`. */
const commands = [
	'src/cli/main.ts',
	'src/cli/program.ts',
	'src/cli/commands/rcon.ts',
	'src/cli/commands/servers.ts',
	'src/journal/journal.ts',
	...client,
];
/** What the TUI loads once it shows its list, and at its end. */
const feed = [
	'src/feed/team-feed.ts',
	'src/feed/direct-sockets.ts',
	'src/app/team-journal/read-team-journal.ts',
	'src/app/trends/keep-trends.ts',
	'src/cli/key-settings.ts',
	'src/cli/view-settings.ts',
];
/** What is known of the games. A command to an unknown game is checked against the words of all. */
const games = [
	'src/games/game-table.ts',
	...globSync('assets/games/*.json', {cwd: root}).map(name => name.replaceAll(path.sep, '/')),
].map(name => name + lazyMark);
/** The schemas that check the configuration, unusual records and the requests of other commands. */
const schemas = [
	'src/config/schema.ts',
	'src/contract/models/on-demand.ts',
	'src/contract/endpoints/table.ts',
].map(name => name + lazyMark);

/** What only a service with its records in PostgreSQL runs, and what only one with RabbitMQ. */
const postgres = ['src/service/postgres/open-records.ts'];
const rabbitmq = ['src/service/rabbitmq/open-bus.ts'];

/** A new value for each part. */
const ofEachPart = <Value>(create: () => Value) =>
	// Has one entry per part.
	Object.fromEntries(parts.map(part => [part, create()])) as Record<Part, Value>;

type ProgramScripts = {
	scripts: Record<Part, string>;
	/** The packages in each part. */
	packages: Record<Part, ReadonlySet<string>>;
	/** The licenses of all packages. */
	licenses: readonly PackageLicense[];
};

/**
Builds the scripts of the program, which `runParts` combines. V8 deserializes the code cache of a script as a whole, so
the half of the program that a first paint does not need is separate. Each script returns an object of functions, one
per esbuild chunk; a chunk loads others with `require`. `more` licenses are added to those of the packages.
*/
export async function programScripts(more: readonly PackageLicense[] = []): Promise<ProgramScripts> {
	const {outputFiles, metafile} = await bundledChunks();
	const partOf = dividedInto(metafile);
	const texts = ofEachPart((): string[] => []);
	const packages = ofEachPart(() => new Set<string>());
	for (const {path: file, text} of outputFiles) {
		const name = path.basename(file);
		const part = partOf(name);
		for (const input of packagesOf(metafile, name)) packages[part].add(input);
		texts[part].push(`"${part}/${name}":(module,require)=>{${asFunctionBody(metafile, name, text, partOf)}}`);
	}
	const licenses = [...licensesOf(metafile), ...more];
	texts.licenses.push(`"licenses/${licensesChunk}":${licensesFunction(licenses)}`);
	const scripts = parts.map(part => [part, checkScript(`({${texts[part].join(',')}})`)]);
	// Has one entry per part.
	return {scripts: Object.fromEntries(scripts) as Record<Part, string>, packages, licenses};
}

/** Bundles the program in the chunks of esbuild. */
export function bundledChunks({minify = true} = {}) {
	const pack = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {version: string};
	return bundle('src/cli/main.ts', {
		format: 'esm',
		splitting: true,
		outdir: root,
		entryNames: 'main',
		chunkNames: '[hash]',
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
			RCONDECK_VERSION: JSON.stringify(pack.version),
			// Leaves out undici's experimental parser, as the build of Node does.
			esbuildDetection: 'true',
			// ws would look for packages that are not included.
			'process.env.WS_NO_BUFFER_UTIL': '"1"',
			'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
			// ansi-escapes reads the browser's name from it.
			'globalThis.navigator': 'undefined',
		},
		// Its value is never read: undici only checks whether it exists.
		logOverride: {'empty-import-meta': 'silent'},
		minify,
	});
}

/** Returns the part of a chunk by its name. */
function dividedInto(metafile: Metafile): (name: string) => Part {
	const reached = (entries: readonly string[]) => withImports(metafile, entries);
	const onScreen = reached(screen);
	const inCommands = reached(commands);
	const [inGames, inSchemas, inFeed] = [reached(games), reached(schemas), reached(feed)];
	const others = Object.values(metafile.outputs).flatMap(({entryPoint = ''}) =>
		entryPoint === '' || [...postgres, ...rabbitmq].includes(entryPoint) ? [] : [entryPoint],
	);
	const [inPostgres, inRabbitmq, inOthers] = [reached(postgres), reached(rabbitmq), reached(others)];
	return name => {
		if (name === licensesChunk) return 'licenses';
		if (onScreen.has(name)) return inCommands.has(name) ? 'common' : 'screen';
		if (inCommands.has(name)) return 'commands';
		if (inGames.has(name)) return 'games';
		if (inSchemas.has(name)) return 'schemas';
		if (inFeed.has(name)) return 'feed';
		if (inOthers.has(name) || inPostgres.has(name) === inRabbitmq.has(name)) return 'rest';
		return inPostgres.has(name) ? 'postgres' : 'rabbitmq';
	};
}

function packagesOf({outputs}: Metafile, name: string): string[] {
	const inputs = Object.entries(outputs[name]?.inputs ?? {});
	return inputs.flatMap(([input, {bytesInOutput}]) => {
		const [, found] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
		return found !== undefined && bytesInOutput > 0 ? found : [];
	});
}

/** Returns the names of the chunks of these modules and of all chunks that they import. */
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
		if (output === undefined) throw new Error(`${entry} is no longer a separate chunk.`);
		add(output);
	}
	return found;
}

/**
Rewrites a chunk as a function body, with variables instead of imports and a plain object instead of exports. esbuild's own
conversion has a getter for each export, which takes V8 a call to define and a call at each use: chunks could import each
other in circles. They do not, because what a chunk imports is needed by all that need the chunk; a test rejects
circles of lazy imports. Files with `lazyMark` are loaded synchronously, all other dynamic imports are promises.
*/
function asFunctionBody(
	metafile: Metafile,
	name: string,
	chunk: string,
	partOf: (name: string) => Part,
): string {
	const required = (file: string) => `require("${partOf(file)}/${file}")`;
	return (
		withPlainExports(metafile, name, chunk.trimEnd())
			.replace(/^(?:import(?:\{[^{}]*\}from)?"[^"]*";)+/, imports =>
				imports
					.replaceAll(/import"\.\/(\w+\.js)";/g, (_, file: string) => `${required(file)};`)
					.replaceAll(
						/import\{([^{}]*)\}from"\.\/(\w+\.js)";/g,
						(_, list: string, file: string) => `var{${list.replaceAll(' as ', ':')}}=${required(file)};`,
					),
			)
			.replaceAll(/\bimport\("\.\/(\w+\.js)"\)/g, (_, file: string) =>
				metafile.outputs[file]?.entryPoint?.endsWith(lazyMark)
					? required(file)
					: `Promise.resolve().then(()=>${required(file)})`,
			)
			// esbuild keeps tagged templates as they are; nothing here reads their raw text.
			.replaceAll(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
	);
}

function withPlainExports({inputs, outputs}: Metafile, name: string, chunk: string): string {
	const {entryPoint = '', exports = []} = outputs[name] ?? {};
	if (exports.length === 0) return chunk;
	// A CommonJS module that is imported dynamically: esbuild returns it only as `default`, while Node, and esbuild without
	// chunks, also return its fields (esbuild issue 3245).
	if (inputs[entryPoint]?.format === 'cjs') {
		if (exports.join() !== 'default')
			throw new Error(`${entryPoint} is imported both statically and dynamically.`);
		return replaceEnd(
			chunk,
			/\bexport default ([\w$]+\(\));$/,
			(_, value) => `const whole=${value};module.exports={...whole,default:whole};`,
		);
	}
	return replaceEnd(chunk, /\bexport\{([^{}]*)\};$/, (_, list = '') => {
		const fields = list.split(',').map(one => {
			const [value, exported = value] = one.split(' as ');
			return `${exported}:${value}`;
		});
		return `module.exports={${fields.join(',')}};`;
	});
}

function replaceEnd(chunk: string, pattern: RegExp, by: (...found: string[]) => string): string {
	const changed = chunk.replace(pattern, by);
	if (changed === chunk) throw new Error(`The end of a chunk has changed: ${chunk.slice(-100)}`);
	return changed;
}

/** Checks that a script is ASCII: the launchers read bytes as characters. */
function checkScript(script: string): string {
	const strange = /[^\0-\x7f]/.exec(script);
	if (strange)
		throw new Error(`The program contains ${JSON.stringify(strange[0])}, which the launchers cannot read.`);
	void new Script(script);
	return script;
}
