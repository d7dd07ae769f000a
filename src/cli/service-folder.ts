import path from 'node:path';
import {writeProblem} from '../messages/files.ts';
import {makePrivateFolder} from '../lib/private-folder.ts';
import {UsageError} from '../lib/usage-error.ts';
import {serviceFolderMessages} from '../messages/cli-serve.ts';

/** Returns the file of the service's records in the `--data` folder, which is created if missing. */
export function recordsIn(folder: string): string {
	try {
		makePrivateFolder(folder);
	} catch (error) {
		throw new UsageError(writeProblem(error, folder));
	}
	return path.join(folder, 'sandbox.db');
}

export function wholeNumber(text: string, option: string, least: number, most: number): number {
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (number >= least && number <= most) return number;
	throw new UsageError(serviceFolderMessages.wrongNumber(option, least, most));
}
