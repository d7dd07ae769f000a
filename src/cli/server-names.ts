import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import type {GameServer} from '../contract/models/server.ts';
import {makePrivateFolder} from '../lib/private-folder.ts';

/** The last list of servers, one word a line: what the completion of a shell reads, without starting this program. */
export const namesFile = 'servers.txt';

/** Names that a shell takes as one word; for the others the id. Whatever is wrong with the file, nothing is said. */
export function rememberNames(stateDir: string, servers: readonly GameServer[]): void {
	const words = servers.map(({displayName, id}) => [displayName ?? id, id].find(isPlain) ?? '');
	const text = `${words.filter(Boolean).sort().join('\n')}\n`;
	const file = path.join(stateDir, namesFile);
	try {
		if (readQuietly(file) === text) return;
		makePrivateFolder(stateDir);
		writeFileSync(file, text, {mode: 0o600});
	} catch {
		// Completion then offers an older list, or none.
	}
}

const isPlain = (word: string) => /^[\w@%+=:,.][\w@%+=:,.-]*$/.test(word);

function readQuietly(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
