import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Locked = {
	version?: string;
	resolved?: string;
	integrity?: string;
	link?: boolean;
	hasInstallScript?: boolean;
};
type Manifest = Record<
	'dependencies' | 'devDependencies' | 'optionalDependencies',
	Record<string, string>
> & {
	overrides?: Record<string, string | Record<string, string>>;
};

const lock = JSON.parse(readText('package-lock.json')) as {
	lockfileVersion: number;
	packages: Record<string, Locked>;
};
const manifest = JSON.parse(readText('package.json')) as Manifest;
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');
const placesWhere = (isSo: (found: Locked) => boolean) =>
	locked.filter(([, found]) => isSo(found)).map(([place]) => place);

test('npm checks each package of the lockfile against its hash', () => {
	expect(lock.lockfileVersion).toBe(3);
	expect(locked.length).toBeGreaterThan(100);
	expect(placesWhere(({integrity = ''}) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
});

test('every package comes from the npm registry', () => {
	const isElsewhere = ({resolved, link}: Locked) =>
		link === true || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'));
	expect(placesWhere(isElsewhere)).toEqual([]);
	const {dependencies, devDependencies, optionalDependencies, overrides = {}} = manifest;
	const asked = Object.entries({...dependencies, ...devDependencies, ...optionalDependencies});
	expect(asked.filter(([, range]) => !/^[\^~]?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([]);
	const versions = Object.values(overrides).flatMap(version =>
		typeof version === 'string' ? version : Object.values(version),
	);
	expect(versions.filter(version => !/^(\^?\d+\.\d+\.\d+|\$[\w@/-]+)$/.test(version))).toEqual([]);
});

test('only packages named here run a script when they are installed', () => {
	// It checks that the binary of its optional package runs, which works without the script.
	expect(placesWhere(({hasInstallScript}) => hasInstallScript === true)).toEqual(['node_modules/esbuild']);
});

test('the docs say what each runtime package is for', () => {
	const rows = [...readText('assets/docs/security.md').matchAll(/^\| `([\w@/-]+)` +\| \S/gm)].map(
		([, name]) => name,
	);
	const {dependencies, optionalDependencies} = manifest;
	const names = [
		...Object.keys(dependencies),
		...Object.keys(optionalDependencies).filter(name => !name.startsWith('node-')),
	];
	expect(rows.filter(name => names.includes(name ?? '')).toSorted()).toEqual(names.toSorted());
});
