import {execFileSync} from 'node:child_process';
import {cpSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {root} from '../../src/build/root.ts';
import {createScreen} from '../../src/tui/terminal/parse-frame.ts';
import {createStyles} from '../../src/tui/terminal/styles.ts';
import {tempFolder} from '../cli/temp-folder.ts';

type Output = {
	write: (x: number, y: number, text: string, options: {transformers: []}) => void;
	clip: (clip: {x1?: number; x2?: number; y1?: number; y2?: number}) => void;
	unclip: () => void;
	get: () => {output: string; height: number};
};
type Maker = new (size: {width: number; height: number}) => Output;

const files = 'node_modules/ink/build';

/** The default export of a file of Ink, in a folder with the packages of an installation. */
async function ofInk(file: 'output.js' | 'sanitize-ansi.js', folder: string): Promise<unknown> {
	const {outputFiles} = await build({
		entryPoints: [path.join(folder, files, file)],
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		target: 'esnext',
		nodePaths: [path.join(root, 'node_modules')],
	});
	const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
	return ((await import(`data:text/javascript;base64,${code}`)) as {default: unknown}).default;
}

/** A folder with Ink as published: the installed one without the patch. Fails if the patch was not applied. */
function unpatched(): string {
	const folder = tempFolder();
	cpSync(path.join(root, files), path.join(folder, files), {recursive: true});
	const patch = path.join(root, 'src/build/patches/ink+8.0.0.patch');
	execFileSync('git', ['apply', '--reverse', patch], {cwd: folder});
	return folder;
}

const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const text = fc
	.array(
		fc.constantFrom(
			'a',
			'word ',
			'界',
			'🙂',
			'e\u0301',
			'\u200b',
			'\n',
			' ',
			red('red'),
			red('界x'),
			'\x1b[1mbold\x1b[22m',
			'\x1b[7mnever closed',
			'\x1b[1;31mtwo at once\x1b[22m',
			red('a'),
			'│\n│',
		),
		{maxLength: 8},
	)
	.map(parts => parts.join(''));
const at = fc.integer({min: -3, max: 14});
const operation = fc.oneof(
	fc.record({kind: fc.constant('write' as const), x: at, y: fc.integer({min: -1, max: 5}), text}),
	fc.record({kind: fc.constant('clip' as const), x1: at, x2: at, y1: fc.nat(3), y2: fc.nat(6)}),
	fc.record({kind: fc.constant('unclip' as const)}),
);

/** The same style has the same number in every frame. */
const styles = createStyles();

/** The cells that a frame shows, on a screen that is wider than the frame to reveal overflow. */
function cells(frame: string) {
	const screen = createScreen(20, 5, styles);
	screen.write(frame);
	const {text, width, style} = screen.grid();
	return {text, width, style};
}

test("the patched painter paints the same as Ink's, frame after frame", async () => {
	// The class that paints frames.
	const [Plain, Patched] = [await ofInk('output.js', unpatched()), await ofInk('output.js', root)] as [
		Maker,
		Maker,
	];
	fc.assert(
		fc.property(fc.array(operation, {maxLength: 12}), operations => {
			const [plain, patched] = [Plain, Patched].map(Made => {
				const made = new Made({width: 12, height: 5});
				for (const given of operations) {
					if (given.kind === 'write') made.write(given.x, given.y, given.text, {transformers: []});
					else if (given.kind === 'clip') made.clip(given);
					else made.unclip();
				}
				const {output, height} = made.get();
				return {height, ...cells(output)};
			});
			expect(patched).toEqual(plain);
		}),
		{numRuns: 3000},
	);
});

test("the patched code removes the same sequences from a text as Ink's", async () => {
	// A function of a text.
	const [plain, patched] = [
		await ofInk('sanitize-ansi.js', unpatched()),
		await ofInk('sanitize-ansi.js', root),
	] as [(text: string) => string, (text: string) => string];
	const control = fc.constantFrom(
		'\x1b[2J',
		'\x1b]8;;u\x07',
		'\x07',
		'\t',
		'\x9b1m',
		'\x1b[38:5:9m',
		'\x7f',
		'\u0085',
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(text, control, fc.string()), {maxLength: 4}), parts => {
			expect(patched(parts.join(''))).toBe(plain(parts.join('')));
		}),
		{numRuns: 2000},
	);
});
