import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {MeantFrame} from '../tui/terminal/ink-like.ts';

/** Compiles the ncurses program and returns a function that runs it; undefined without a compiler or ncurses. */
export function buildCurses() {
	const folder = mkdtempSync(path.join(tmpdir(), 'curses-'));
	const program = path.join(folder, 'frames');
	const source = path.join(import.meta.dirname, 'curses-frames.c');
	const remove = () => rmSync(folder, {recursive: true});
	if (
		spawnSync(process.env['CC'] ?? 'cc', ['-O1', '-o', program, source, '-lncursesw', '-ltinfo']).status !== 0
	) {
		remove();
		return undefined;
	}
	/** The bytes that ncurses writes for each frame, including the first. */
	const bytesOf = (frames: MeantFrame[], columns: number, rows: number): number[] => {
		const input = `${columns} ${rows}\n${frames.map(asInput).join('')}`;
		const env = {TERM: 'xterm-256color', LC_ALL: 'C.UTF-8'};
		return spawnSync(program, {input, env, encoding: 'utf8'}).stdout.trim().split('\n').map(Number);
	};
	return {bytesOf, remove};
}

function asInput({rows, cursor}: MeantFrame): string {
	const runs = rows.map(cells => cells.map(({text, sgr}) => `${sgr}\t${text}\u001f`).join(''));
	return `${runs.join('\n')}\n\u001b${cursor?.x ?? 0} ${cursor?.y ?? 0}\n`;
}
