import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';

/** A Node to build an executable from, with the text of its license and of everything in it. */
type NodeRuntime = {file: string; version: string; license: string};

/** The Node in the folder of an npm package. */
export function nodePackage(folder: string): NodeRuntime {
	const {version, bin} = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		version: string;
		bin: {node: string};
	};
	const file = path.join(folder, bin.node);
	return {file, version, license: licenseOf(file)};
}

/** The Node that runs this script. */
export function thisNode(): NodeRuntime {
	const file = process.execPath;
	return {file, version: process.versions.node, license: licenseOf(file)};
}

/** The license beside a Node: of the archive for Windows, of npm and other archives, or of Debian. */
export function licenseOf(file: string): string {
	const files = ['LICENSE', '../LICENSE', '../share/doc/nodejs/copyright'].map(name =>
		path.resolve(path.dirname(file), name),
	);
	const texts = files.filter(name => existsSync(name)).map(name => readFileSync(name, 'utf8'));
	// Only a license of all of Node names what it contains.
	const found = texts.find(text => text.includes('deps/v8'));
	if (found === undefined) throw new Error(`${file} has no license: expected one of ${files.join(', ')}`);
	return found.replaceAll('\r\n', '\n').trim();
}
