import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openTerminalWriter} from '../../../src/tui/terminal/writer.ts';
import {openEmulator, type SeenCell} from './emulator.ts';
import {fakeOutput} from './fake-output.ts';
import {fakeWindow} from './fake-window.ts';
import {createInkLike, type MeantCell, type MeantFrame} from './ink-like.ts';
import {applyEdit, disputed, resizedScreen, steps, type Places, type Step} from './random-frames.ts';

/** The look of a cell in the emulator when it is written alone on an empty screen. */
const looksOf = new Map<string, SeenCell>();
function lookOf({text, sgr}: MeantCell): SeenCell {
	const key = `${sgr}m${text}`;
	let look = looksOf.get(key);
	if (!look) {
		const emulator = openEmulator(8, 1);
		emulator.write(`\x1b[${sgr}m${text}`);
		look = emulator.cell(0, 0);
		looksOf.set(key, look);
	}
	return look;
}

function differences(
	emulator: ReturnType<typeof openEmulator>,
	screen: Places[],
	frame: MeantFrame,
): string[] {
	const found: string[] = [];
	for (const [y, row] of screen.entries()) {
		for (const [x, meant] of row.entries()) {
			if (!meant || disputed.includes(meant.text)) continue;
			const is = emulator.cell(x, y);
			const should = lookOf(meant);
			if (is.text !== should.text || is.width !== should.width || is.look !== should.look) {
				found.push(`${x},${y}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
			}
		}
	}
	const at = emulator.cursor();
	const {cursor: meant} = frame;
	if (meant && (at.x !== meant.x || at.y !== meant.y)) {
		found.push(`cursor ${at.x},${at.y} instead of ${meant.x},${meant.y}`);
	}
	return found;
}

type Options = {convertEol: boolean; synchronized: boolean; scroll: boolean};

/** Plays the steps on an emulator through the writer, and returns every unintended difference. */
async function play(played: Step[], options: Options): Promise<string[]> {
	let columns = 24;
	let rows = 8;
	const emulator = openEmulator(columns, rows, options);
	emulator.write('$ shell\r\n');
	const fake = fakeOutput(emulator.write);
	const stdout = fakeWindow(columns, rows);
	const writer = openTerminalWriter({stdout, output: fake.output, ...options});
	const ink = createInkLike(chunk => writer.stream.write(chunk));
	const problems: string[] = [];
	let isStopped = false;
	let screen = resizedScreen([], columns, rows);
	let frame: MeantFrame = {rows: []};
	const paint = (cursor?: {x: number; y: number}) => {
		frame = {
			rows: screen.map(row => row.filter(place => place !== undefined)),
			cursor: cursor && {x: cursor.x % columns, y: cursor.y % rows},
		};
		ink.paint(frame);
	};
	const take = async (step: Step) => {
		if (step.kind === 'frame') {
			for (const edit of step.edits) applyEdit(screen, edit);
			paint(step.cursor);
		} else if (step.kind === 'resize') {
			({columns, rows} = step);
			emulator.resize(columns, rows);
			screen = resizedScreen(screen, columns, rows);
			Object.assign(stdout, {columns, rows});
			stdout.emit('resize');
			ink.clear();
			paint();
		} else if (step.kind === 'redraw') {
			emulator.write('\x1b[2;3Hrubbish\x1b[3;1H\x1b[1;41m漢漢');
			writer.redraw();
		} else if (step.kind === 'suspend' && !isStopped) {
			await writer.suspend();
			if (emulator.isAlternate()) problems.push('suspended on the alternate screen');
			emulator.write('typed at the shell\r\n\x1b[2;4r');
			writer.resume();
		} else if (step.kind === 'stop') {
			isStopped = true;
			fake.stop();
		} else if (step.kind === 'go') {
			isStopped = false;
			fake.go();
		}
		// The writer sends in a microtask.
		await Promise.resolve();
		if (!isStopped) problems.push(...differences(emulator, screen, frame));
	};

	ink.enter();
	paint();
	for (const step of [...played, {kind: 'go' as const}]) await take(step);
	await writer.close();
	if (emulator.isAlternate()) problems.push('left on the alternate screen');
	return problems;
}

test('after any sequence of frames, resizes, redraws, stops and suspensions the screen shows the intended frame', async () => {
	const options = fc.record({convertEol: fc.boolean(), synchronized: fc.boolean(), scroll: fc.boolean()});
	const runs = Number(process.env['TERMINAL_RUNS'] ?? 600);
	await fc.assert(
		fc.asyncProperty(steps, options, async (played, chosen) => {
			expect(await play(played, chosen)).toEqual([]);
		}),
		{numRuns: runs},
	);
});
