import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Metafile, Plugin} from 'esbuild';
import {root} from './root.ts';
import type {PackageLicense} from '../cli/package-licenses.ts';

/** The chunk that `rcondeck licenses` imports. It lists the packages of all chunks, so esbuild cannot build it. */
export const licensesChunk = 'licenses.js';

export function withoutLicenses(): Plugin {
	return {
		name: 'without-licenses',
		setup({onResolve}) {
			onResolve({filter: /\/package-licenses\.ts$/}, () => ({path: `./${licensesChunk}`, external: true}));
		},
	};
}

/** The chunk as the value of a script: one line of ASCII. */
export function licensesFunction(licenses: readonly PackageLicense[]): string {
	const json = JSON.stringify(licenses).replaceAll(
		/[^\0-\x7f]/g,
		character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return `module=>{module.exports={packageLicenses:${json}}}`;
}

const inPackage = /.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The licenses of the project and of every package whose code is in the output. */
export function licensesOf({outputs}: Metafile): PackageLicense[] {
	const inputs = Object.values(outputs).flatMap(output => Object.entries(output.inputs));
	const folders = inputs.flatMap(([input, {bytesInOutput}]) =>
		bytesInOutput > 0 ? (inPackage.exec(input)?.[0] ?? []) : [],
	);
	return ['.', ...[...new Set(folders)].toSorted()].map(folder => licenseOf(path.join(root, folder)));
}

function licenseOf(folder: string): PackageLicense {
	const {name, version, license} = JSON.parse(
		readFileSync(path.join(folder, 'package.json'), 'utf8'),
	) as Omit<PackageLicense, 'text'>;
	return {name, version, license, text: licenseIn(folder)};
}

/** The files with the license in a folder, as one text. Some packages have it only in a section of their README. */
function licenseIn(folder: string): string {
	const names = readdirSync(folder).toSorted();
	const textOf = (name: string) =>
		readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
	const files = names.filter(name => /^(licen[cs]e|copying|notice)/i.test(name)).map(textOf);
	if (files.length > 0) return files.join('\n\n');
	const readme = names
		.filter(name => /^readme/i.test(name))
		.map(textOf)
		.join('\n\n');
	const [, section] = /^#+ *licen[cs]e\n+(.*copyright.*?)(?=\n#|$(?![\s\S]))/ims.exec(readme) ?? [];
	if (section === undefined) throw new Error(`${folder} contains no license.`);
	return section.trim();
}
