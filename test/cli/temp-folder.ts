import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** An empty folder, until `atEnd` runs the function that it receives: by default until the test ends. */
export function tempFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	atEnd(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}
