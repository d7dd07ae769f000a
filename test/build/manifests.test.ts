import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {manifests} from '../../src/build/manifests.ts';
import {packageFacts} from '../../src/build/package-facts.ts';

const {version, repository} = packageFacts;
const npm = `rcondeck-${version}.tgz`;
const archives = [`rcondeck-${version}-linux-arm64.tar.xz`, `rcondeck-${version}-linux-x64.tar.xz`];
const hashes = new Map([npm, ...archives].map((name, at) => [name, String(at + 1).repeat(64)]));
const files = manifests(hashes);

test.each(['rcondeck.rb', 'PKGBUILD', 'rcondeck.nix'])(
	'%s installs the npm package of this version',
	name => {
		const text = files[name] ?? '';
		expect(text).toContain(`${repository}/releases/download/v${version}/${npm}`);
		expect(text).toMatch(new RegExp(`sha256(?:sums)?\\b.*["']${hashes.get(npm)}["']`));
		expect(text).toContain('dist/rcondeck.mjs');
		expect(text).toContain('dist/rcondeck-program.js');
		expect(text).toContain('Not tested');
	},
);

test('the specification for RPM installs the executable of this version', () => {
	const text = files['rcondeck.spec'];
	expect(text).toContain(`Version: ${version}\n`);
	for (const name of archives) {
		expect(text).toContain(`# ${hashes.get(name)}  ${name}\n`);
		expect(text).toContain(`%global archive ${name.replace('.tar.xz', '')}\n`);
	}
	expect(text).toContain('Not tested');
});

test('the recipe for Arch Linux is valid, and the others are without values that are missing', () => {
	const {status, stderr} = spawnSync('bash', ['-n'], {input: files['PKGBUILD'], encoding: 'utf8'});
	expect([status, stderr]).toEqual([0, '']);
	for (const text of Object.values(files)) expect(text).not.toMatch(/undefined|\[object/);
});

test('nothing is written without the npm package', () => {
	expect(() => manifests(new Map())).toThrow(`The manifests need ${npm}.`);
});
