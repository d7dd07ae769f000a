import {parse} from 'smol-toml';
import {expect, test} from 'vitest';
import {ConfigFile, ProfileTable} from '../../src/config/schema.ts';
import {runCli} from '../cli/run-cli.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {codeBlocks, docPage} from '../readme/pages.ts';

const page = docPage('configuration.md');
const sample = codeBlocks(page).find(({language}) => language === 'toml')?.text ?? '';

/** Described elsewhere on the page: in its own section, or as another form of the same setting. */
const apart = ['keys', 'token_file', 'colour'];

test('the configuration in the documentation is valid and names every setting', () => {
	const written = parse(sample);
	expect(ConfigFile.safeParse(written)).toMatchObject({success: true});
	// Not as the schema reads it, which has a value for each setting that the page leaves out.
	const [profile = {}] = Object.values((written['profiles'] ?? {}) as Record<string, object>);
	const named = new Set([...Object.keys(written), ...Object.keys(profile)]);
	const known = [...Object.keys(ConfigFile.shape), ...Object.keys(ProfileTable.shape)];
	expect(known.filter(name => !apart.includes(name) && !named.has(name))).toEqual([]);
	expect(apart.filter(name => !page.text.includes(name))).toEqual([]);
});

test('config show names every setting', async () => {
	const ran = await runCli(['config', 'show', '--json'], {env: {RCONDECK_CONFIG_DIR: tempFolder()}});
	const known = [...Object.keys(ConfigFile.shape), ...Object.keys(ProfileTable.shape)];
	const elsewhere = new Set(['profiles', 'feed', 'token_command', 'token_file', 'colour']);
	expect(known.filter(name => !elsewhere.has(name) && !ran.out.includes(`"${name}"`))).toEqual([]);
});
