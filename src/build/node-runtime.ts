import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';

/** A Node to build an executable from, with the text of its license and of everything in it. */
type NodeRuntime = {file: string; version: string; license: string};

/** The Node that runs this script. */
export function thisNode(): NodeRuntime {
	const [file, version] = [process.execPath, process.versions.node];
	const license = licenseOf(file);
	if (license === undefined) throw new Error(`There is no license of Node beside ${file}.`);
	return {file, version, license};
}

/** The license beside a Node: of the archive for Windows, of npm and other archives, or of Debian. */
export function licenseOf(file: string): string | undefined {
	const files = ['LICENSE', '../LICENSE', '../share/doc/nodejs/copyright'].map(name =>
		path.resolve(path.dirname(file), name),
	);
	const texts = files.filter(name => existsSync(name)).map(name => readFileSync(name, 'utf8'));
	// Only a license of all of Node lists its parts.
	const found = texts.find(text => text.includes('deps/v8'));
	return found?.replaceAll('\r\n', '\n').trim();
}
