import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Where the output of real servers goes: beside the records, or to a temporary folder where those are in memory. */
export function openLogFolder(data: string | undefined) {
	const isKept = data !== undefined && data !== ':memory:';
	let folder: string | undefined;
	const open = () => {
		if (!isKept) return mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
		const kept = path.join(path.dirname(data), 'logs');
		mkdirSync(kept, {recursive: true, mode: 0o700});
		return kept;
	};
	return {
		fileOf: (serverId: string) => path.join((folder ??= open()), `${encodeURIComponent(serverId)}.log`),
		close: () => {
			if (!isKept && folder !== undefined) rmSync(folder, {recursive: true, force: true});
		},
	};
}
