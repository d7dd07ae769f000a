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
type Dependencies = Record<string, string>;
type Manifest = {
	dependencies?: Dependencies;
	devDependencies?: Dependencies;
	optionalDependencies?: Dependencies;
	overrides?: Record<string, string | Dependencies>;
	workspaces?: readonly string[];
};

const lock = JSON.parse(readText('package-lock.json')) as {
	lockfileVersion: number;
	packages: Record<string, Locked>;
};
const readManifest = (file: string) => JSON.parse(readText(file)) as Manifest;
const manifest = readManifest('package.json');
const {workspaces = []} = manifest;
const isOurs = (place: string, {resolved = ''}: Locked) =>
	place === '' || workspaces.includes(place) || workspaces.includes(resolved);
const locked = Object.entries(lock.packages).filter(([place, found]) => !isOurs(place, found));
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
	const manifests = ['package.json', ...workspaces.map(place => `${place}/package.json`)].map(readManifest);
	const asked = manifests.flatMap(({dependencies, devDependencies, optionalDependencies}) =>
		Object.entries({...dependencies, ...devDependencies, ...optionalDependencies}),
	);
	const {overrides = {}} = manifest;
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

test('SECURITY.md names the packages with the Node of a clone, which fits the engines', () => {
	const {engines} = JSON.parse(readText('package.json')) as {engines: {node: string}};
	const least = Number(/^>=(\d+)$/.exec(engines.node)?.[1]);
	const {optionalDependencies = {}} = readManifest('src/build/node/package.json');
	const text = readText('.github/SECURITY.md');
	for (const name of Object.keys(optionalDependencies)) {
		expect(text).toContain(`\`${name}\``);
		const version = lock.packages[`node_modules/${name}`]?.version ?? '';
		expect(Number.parseInt(version, 10)).toBe(least);
	}
});

test('the program contains its packages: nothing else is installed with it', () => {
	const {dependencies, optionalDependencies} = manifest;
	expect({...dependencies, ...optionalDependencies}).toEqual({});
});
