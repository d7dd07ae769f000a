import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {expect, test} from 'vitest';
import {releaseNotes, versionOfTag} from '../../src/build/release-notes.ts';

const changelog = `# Changelog

## Unreleased

- Not yet

## 1.10.0 - 2027-02-01

### Added

- Something

#### Journal

- More

## [1.1.0] - 2027-01-01

- First

## 1.0.0
`;

test.each([
	['1.10.0', '### Added\n\n- Something\n\n#### Journal\n\n- More\n'],
	['1.1.0', '- First\n'],
	['Unreleased', '- Not yet\n'],
])('the notes of %s end at the next version', (version, notes) => {
	expect(releaseNotes(changelog, version)).toBe(notes);
});

test.each(['1.0.0', '1.1', '1.10', '2.0.0'])('there are no notes for %s', version => {
	expect(() => releaseNotes(changelog, version)).toThrow(`CHANGELOG.md has no notes for ${version}.`);
});

test('a tag is v and the version of package.json', () => {
	expect(versionOfTag('v1.2.3', '1.2.3')).toBe('1.2.3');
	for (const tag of ['1.2.3', 'v1.2.4', 'v1.2.3-rc1', ''])
		expect(() => versionOfTag(tag, '1.2.3')).toThrow('The tag must be v1.2.3.');
});

test('the script fails with one sentence for a tag without a release', () => {
	const script = path.resolve(import.meta.dirname, '../../src/build/release-notes.ts');
	const run = () => execFileSync(process.execPath, [script, 'v99.0.0'], {encoding: 'utf8', stdio: 'pipe'});
	expect(run).toThrow(/The tag is v99\.0\.0, but package\.json has version \S+\. The tag must be v\S+\.\n$/);
});
