import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {tempFolder} from './temp-folder.ts';

/** A configuration folder with these files, and the environment to use it. */
export function configFolder(files: Record<string, string> = {}) {
	const folder = path.join(tempFolder(), 'config');
	mkdirSync(folder);
	for (const [name, text] of Object.entries(files))
		writeFileSync(path.join(folder, name), text, {mode: 0o600});
	const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
	return {folder, read, env: {RCONDECK_CONFIG_DIR: folder}};
}
