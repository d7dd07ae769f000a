import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './root.ts';

/** Copies the manual pages to `dist/man`, with the version of the package and the date of the build. */
const source = path.join(root, 'assets/man');
const target = path.join(root, 'dist/man');
const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {version: string};
// For reproducible builds: https://reproducible-builds.org/specs/source-date-epoch/
const epoch = process.env['SOURCE_DATE_EPOCH'];
const date = (epoch === undefined ? new Date() : new Date(1000 * Number(epoch))).toISOString().slice(0, 10);

rmSync(target, {recursive: true, force: true});
mkdirSync(target, {recursive: true});
for (const name of readdirSync(source)) {
	const text = readFileSync(path.join(source, name), 'utf8');
	writeFileSync(path.join(target, name), text.replace('@DATE@', date).replace('@VERSION@', version));
}
