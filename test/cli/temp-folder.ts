import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** An empty folder for one test. */
export function tempFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}
