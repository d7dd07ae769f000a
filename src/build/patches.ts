import path from 'node:path';
import {root} from './root.ts';

export type Patch = {file: RegExp; changes: [from: string | RegExp, to: string][]};

const simpleText = JSON.stringify(path.join(root, 'src/lib/simple-text.ts'));

/** Ink parses every text and rebuilds every row for each frame, although most do not change. */
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
Two patches to a package, for which neither Ink nor esbuild has an option. Each names its issue or the pull
request that would make it unnecessary, and what it saves in CPU time. Remove a patch that saves less than 5 % of a start
or a frame, as measured by `npm run bench first-paint one-shot keys`.
*/
export const patchList: Patch[] = [
	// https://github.com/vadimdemedes/ink/issues/571. Pull request for Ink: "Use the global process in reconciler.ts.
	// Bundlers replace process.env.DEV only there, and so keep the development tools and their top-level await."
	// A script with that await cannot have a code cache: a start takes twice as long.
	{
		file: /ink\/build\/reconciler\.js$/,
		changes: [["import process from 'node:process';", '']],
	},
	// Pull request for Ink, after https://github.com/vadimdemedes/ink/pull/835: "Keep the caches of Output from frame to
	// frame, within bounds. Reuse a row if the same texts are written into it, and join texts of known widths that do not
	// overlap without creating cells for them. Return text without control characters from sanitizeAnsi before splitting
	// it into tokens." Without it a frame takes 2.2 to 3 times as long, and a first paint 8 % more; each part alone saves
	// at least a fifth of a frame.
	{
		file: /ink\/build\/output\.js$/,
		changes: [
			[
				'class OutputCaches {',
				`import {linesApart, simpleWidthOf} from ${simpleText};\n${boundedCaches}\nclass OutputCaches {\n    rows = new Map();\n    simpleWidths = new Map();\n    linesApart = linesApart;`,
			],
			['caches = new OutputCaches();', 'caches = sharedCaches();'],
			// At first, a row is only the list of texts to write into it.
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
		file: /ink\/build\/sanitize-ansi\.js$/,
		changes: [
			[
				'const sanitizeAnsi = (text) => {',
				'const sanitizeAnsi = (text) => {\nif (isSimpleStyled(text)) return text;',
			],
			[/^/, `import {isSimpleStyled} from ${simpleText};\n`],
		],
	},
];
