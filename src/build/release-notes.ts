import {readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './root.ts';

/**
Returns what CHANGELOG.md says about a version: the text below its heading, `## 1.2.3 - 2026-11-21` or `## [1.2.3]`. Throws
if there is nothing.
*/
export function releaseNotes(changelog: string, version: string): string {
	const heading = (line: string) => /^## \[?([^\s\]]+)/.exec(line)?.[1];
	const lines = changelog.split('\n');
	const start = lines.findIndex(line => heading(line) === version);
	const rest = start === -1 ? [] : lines.slice(start + 1);
	const end = rest.findIndex(line => heading(line) !== undefined);
	const notes = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
	if (notes === '') throw new Error(`CHANGELOG.md has no notes for ${version}.`);
	return `${notes}\n`;
}

/** Returns the version of a tag, `v1.2.3`. Throws unless it is that of package.json. */
export function versionOfTag(tag: string, packageVersion: string): string {
	const version = tag.replace(/^v/, '');
	if (version === packageVersion && version !== tag) return version;
	throw new Error(
		`The tag is ${tag}, but package.json has version ${packageVersion}. The tag must be v${packageVersion}.`,
	);
}

// `node src/build/release-notes.ts v1.2.3` prints the notes of the release.
if (import.meta.main) {
	const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
	const {version} = JSON.parse(read('package.json')) as {version: string};
	try {
		process.stdout.write(releaseNotes(read('CHANGELOG.md'), versionOfTag(process.argv[2] ?? '', version)));
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
