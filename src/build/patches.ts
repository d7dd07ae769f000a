import path from 'node:path';
import {root} from './root.ts';

export type Patch = {file: RegExp; changes: [from: string | RegExp, to: string][]};

const simpleText = JSON.stringify(path.join(root, 'src/lib/simple-text.ts'));

/** Ink reads every text and makes every row anew for every frame; most stand in the next frame too. */
const boundedCaches = `
const blankOfAll = Object.freeze({type: 'char', value: ' ', fullWidth: false, styles: Object.freeze([])});
let caches;
function sharedCaches() {
	if (!caches || caches.styledChars.size > 3000 || caches.widths.size > 6000 || caches.rows.size > 2000) caches = new OutputCaches();
	return caches;
}
// Most rows are texts of known width side by side, and such need no cells.
function besideEachOther(writes, width, {simpleWidths}) {
	const texts = [];
	for (let at = 0; at < writes.length; at += 2) texts.push({x: writes[at], text: writes[at + 1]});
	texts.sort((one, other) => one.x - other.x);
	let row = '';
	let end = 0;
	for (const {x, text} of texts) {
		let columns = simpleWidths.get(text);
		if (columns === undefined) simpleWidths.set(text, (columns = simpleWidthOf(text) ?? -1));
		if (columns < 0 || x < end || x + columns > width) return undefined;
		row += ' '.repeat(x - end) + text;
		if (text.includes('\\x1b')) row += '\\x1b[0m';
		end = x + columns;
	}
	return row.trimEnd();
}`;

/**
Changes to packages that only make the start or a frame faster. yoga's WebAssembly is made at once from its bytes: by itself it
is fetched, which loads a whole HTTP client, and waited for. string-width's emoji patterns wait for a text that needs
them. Ink's development tools go.
*/
export const patchList: Patch[] = [
	{
		file: /yoga-layout\/dist\/src\/index\.js$/,
		changes: [
			[
				'wrapAssembly(await loadYoga())',
				'wrapAssembly((() => { const lib = {}; loadYoga(lib); return lib; })())',
			],
		],
	},
	{
		file: /yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/,
		changes: [
			[
				/if\(h\.instantiateWasm\)try\{return h\.instantiateWasm\(d,\s*a\)\}/,
				"if(1)try{const made=new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(H.slice(H.indexOf(',')+1),'base64')),d);a(made);return made.exports}",
			],
		],
	},
	{
		file: /string-width\/index\.js$/,
		changes: [
			[
				/^const segmenter = /m,
				`import {isSimple} from ${simpleText};
				let slow;
				export default (text, options) => {
					if (typeof text !== 'string') return 0;
					const shown = options?.countAnsiEscapeCodes || !/[\\x1b\\x9b]/.test(text) ? text : stripAnsi(text);
					return isSimple(shown) ? shown.length : (slow ??= makeSlow())(text, options);
				};
				function makeSlow() { const segmenter = `,
			],
			['export default function stringWidth', 'return stringWidth; function stringWidth'],
			[/$/, '}'],
		],
	},
	{
		file: /ink\/build\/sanitize-ansi\.js$/,
		changes: [
			[
				'const sanitizeAnsi = (text) => {',
				'const sanitizeAnsi = (text) => {\nif (isSimpleStyled(text)) return text;',
			],
			[/^/, `import {isSimpleStyled} from ${simpleText};\n`],
		],
	},
	{
		file: /ink\/build\/output\.js$/,
		changes: [
			[
				'class OutputCaches {',
				`import {linesApart, simpleWidthOf} from ${simpleText};\n${boundedCaches}\nclass OutputCaches {\n    rows = new Map();\n    simpleWidths = new Map();\n    linesApart = linesApart;`,
			],
			['caches = new OutputCaches();', 'caches = sharedCaches();'],
			// A row is at first only what is to be written into it.
			[/const row = \[\];\s*for \(let x = 0;[^]*?output\.push\(row\);/, 'output.push({writes: []});'],
			[
				'const characters = this.caches.getStyledChars(line);',
				`if (currentLine.writes) { currentLine.writes.push(x, line); continue; }
				const characters = this.caches.getStyledChars(line);`,
			],
			[
				/const generatedOutput = output\s*\.map\(line => \{/,
				`const generatedOutput = output.map(({writes}) => {
					const key = this.width + '\\0' + writes.join('\\0');
					const known = this.caches.rows.get(key);
					if (known !== undefined) return known;
					const row = besideEachOther(writes, this.width, this.caches);
					if (row !== undefined) {
						this.caches.rows.set(key, row);
						return row;
					}
					const line = Array.from({length: this.width}, () => blankOfAll);
					for (let at = 0; at < writes.length; at += 2)
						this.applyWriteOperation([line], {x: writes[at], y: 0, text: writes[at + 1], transformers: []});`,
			],
			[
				'return styledCharsToString(lineWithoutEmptyItems).trimEnd();',
				`const made = styledCharsToString(lineWithoutEmptyItems).trimEnd();
				this.caches.rows.set(key, made);
				return made;`,
			],
			[
				'for (const character of this.caches.getStyledChars(text)) {',
				"const apart = text.includes('\\n') ? this.caches.linesApart(text) : [text];\nfor (const character of apart ? [] : this.caches.getStyledChars(text)) {",
			],
			[
				'let lines = characterLines.map(line => styledCharsToString(line));',
				'let lines = apart ?? characterLines.map(line => styledCharsToString(line));',
			],
			[
				'return this.sliceLineToColumns(line, from, to);',
				'return from === 0 && to === width ? line : this.sliceLineToColumns(line, from, to);',
			],
		],
	},
	{
		file: /zod\/v4\/(classic\/external|core\/index)\.js$/,
		changes: [['export * as locales from "../locales/index.js";', '']],
	},
	// undici reads HTTP by WebAssembly, whose one big function V8 would soon compile a second time, better, in another
	// thread: an exit waits 35 ms for that, and no answer is so long that it pays. Module takes the setting along; it is
	// put back at once, as with other settings V8 takes none of the code that is kept for it, not even Node's own.
	{
		file: /undici\/lib\/dispatcher\/client-h1\.js$/,
		changes: [
			[
				"mod = new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js'))",
				`const {setFlagsFromString} = require('node:v8');
				setFlagsFromString('--wasm-tiering-budget=2000000000');
				try { mod = new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js')); }
				finally { setFlagsFromString('--wasm-tiering-budget=13000000'); }`,
			],
		],
	},
	// HTTP/2 is never spoken, and loads TLS and cryptography: a tenth of what a command takes before its first request.
	{
		file: /undici\/lib\/dispatcher\/client\.js$/,
		changes: [
			[
				"const connectH2 = require('./client-h2.js')",
				"const connectH2 = (...given) => require('./client-h2.js')(...given)",
			],
		],
	},
	// Only commands that are programs of their own are spawned, and there are none: 2 ms of every start.
	{
		file: /commander\/lib\/command\.js$/,
		changes: [
			[
				"import childProcess from 'node:child_process';",
				"import * as childProcess from 'node:child_process';",
			],
		],
	},
	// A check that Ink always passes loads all of `assert`, 1.5 ms; a view of ours that never fails makes 140 patterns.
	{
		file: /signal-exit\/index\.js$/,
		changes: [["var assert = require('assert')", 'var assert = {equal() {}}']],
	},
	{
		file: /ink\/build\/components\/ErrorOverview\.js$/,
		changes: [
			["import StackUtils from 'stack-utils';", ''],
			[
				/const stackUtils = new StackUtils\(\{[^]*?\}\);/,
				`let made;
				const stackUtils = () => {
					const StackUtils = require('stack-utils');
					return (made ??= new StackUtils({cwd: process.cwd(), internals: StackUtils.nodeInternals()}));
				};`,
			],
			[/stackUtils\.parseLine/g, 'stackUtils().parseLine'],
		],
	},
	{
		file: /ink\/build\/reconciler\.js$/,
		changes: [
			["import.meta.resolve('react-devtools-core')", 'undefined'],
			["await import('./devtools.js')", 'undefined'],
			['await loadPackageJson()', '{}'],
		],
	},
];
