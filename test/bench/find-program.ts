import {accessSync, constants, statSync} from 'node:fs';
import path from 'node:path';

/** The absolute path of a program, so that no run pays for searching PATH; undefined if it is not installed. */
export function findProgram(program: string): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute);
	return folders
		.map(of => path.join(of, program))
		.find(file => {
			try {
				accessSync(file, constants.X_OK);
				return statSync(file).isFile();
			} catch {
				return false;
			}
		});
}
