import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder with programs, which are shell scripts, and the environment in which only these are found by name. */
export function fakePrograms(scripts: Readonly<Record<string, string>> = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'fake-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const file = (name: string) => path.join(folder, name);
	const calls = file('calls');
	const write = (name: string, script: string) => {
		// Every call is one line: the program and its arguments, each in angle brackets.
		const record = `{ printf '%s' ${name}; printf ' <%s>' "$@"; echo; } >>'${calls}'`;
		writeFileSync(file(name), `#!/bin/sh\nPATH='${folder}':/usr/bin:/bin\n${record}\n${script}\n`);
		chmodSync(file(name), 0o755);
	};
	for (const [name, script] of Object.entries(scripts)) write(name, script);
	return {
		env: {PATH: folder, RCONDECK_TOKEN: 'a secret'} as NodeJS.ProcessEnv,
		file,
		write,
		/** The calls so far. */
		calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []),
	};
}

export const never = new AbortController().signal;
