import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Metafile} from 'esbuild';
import {root} from './root.ts';
import type {PackageLicense} from '../cli/package-licenses.ts';

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
	const holder = license === 'MIT' ? holders.get(name) : undefined;
	return {name, version, license, text: holder === undefined ? licenseIn(folder) : mitLicense(holder)};
}

/** The copyright, from their source files, of packages without a file of their MIT license. */
const holders = new Map([['yoga-layout', 'Copyright (c) Meta Platforms, Inc. and affiliates.']]);
const mitLicense = (holder: string) => licenseIn(root).replace(/^Copyright .*$/m, holder);

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
