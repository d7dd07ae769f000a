import {existsSync, globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './root.ts';

/** A Node to build an executable from, with the text of its license and of everything in it. */
type NodeRuntime = {file: string; version: string; license: string};

/** The Node that runs this script. */
export function thisNode(): NodeRuntime {
	const [file, version] = [process.execPath, process.versions.node];
	const license = licenseOf(file);
	if (license === undefined) throw new Error(`There is no license of Node beside ${file}.`);
	return {file, version, license};
}

/** The Node in the folder of an npm package. */
export function nodePackage(folder: string): NodeRuntime {
	const {file, version} = inPackage(folder);
	const license = licenseOf(file) ?? licenseOfVersion(version);
	if (license === undefined) throw new Error(`There is no license of Node ${version} in ${folder}.`);
	return {file, version, license};
}

/** The package for Windows is without a license: all of a version have the same, so takes that of the installed one. */
function licenseOfVersion(version: string): string | undefined {
	const installed = globSync('node_modules/node-*/package.json', {cwd: root})
		.map(name => inPackage(path.join(root, path.dirname(name))))
		.find(other => other.version === version);
	return installed && licenseOf(installed.file);
}

function inPackage(folder: string): {file: string; version: string} {
	const {version, bin} = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		version: string;
		bin: {node: string};
	};
	return {file: path.join(folder, bin.node), version: version.replace(/^v/, '')};
}

/** The license beside a Node: of the archive for Windows, of npm and other archives, or of Debian. */
export function licenseOf(file: string): string | undefined {
	const files = ['LICENSE', '../LICENSE', '../share/doc/nodejs/copyright'].map(name =>
		path.resolve(path.dirname(file), name),
	);
	const texts = files.filter(name => existsSync(name)).map(name => readFileSync(name, 'utf8'));
	// Only a license of all of Node names what it contains.
	const found = texts.find(text => text.includes('deps/v8'));
	return found?.replaceAll('\r\n', '\n').trim();
}
