import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {journalOf} from '../../src/cli/start/journal-file.ts';
import {loadConfig} from '../../src/config/load.ts';
import type {Flags} from '../../src/config/profile.ts';
import {tempFolder} from '../cli/temp-folder.ts';

const hosted = {RCONDECK_URL: 'https://a.example', RCONDECK_TOKEN: 't'};

/** Loads the configuration of a user; `mark`: the local service has servers. */
function load(flags: Flags, env: Record<string, string> = {}, text = '', mark = 'has-servers') {
	const folder = tempFolder();
	const state = path.join(folder, 'state');
	mkdirSync(path.join(state, 'service'), {recursive: true});
	if (mark !== '') writeFileSync(path.join(state, 'service', mark), '');
	writeFileSync(path.join(folder, 'config.toml'), text);
	return loadConfig({flags, env: {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: state, ...env}});
}

test('own servers are used unless a service or the demo is chosen', () => {
	expect(load({})).toMatchObject({
		service: 'local',
		profileName: 'local',
		label: 'local',
		baseUrl: undefined,
	});
	// A service that was killed right after its first server was added.
	expect(load({}, {}, '', 'endpoint.json').service).toBe('local');
	expect(load({}, {}, '', '')).toMatchObject({service: 'none', profileName: 'demo'});
	expect(load({demo: true})).toMatchObject({service: 'demo', profileName: 'demo'});
	expect(load({profile: 'demo'})).toMatchObject({service: 'demo', profileName: 'demo'});
	expect(load({}, hosted)).toMatchObject({service: 'hosted', baseUrl: 'https://a.example'});
	expect(load({}, {}, 'profile = "local"').service).toBe('local');
});

test('--profile local ignores the service of the environment, and a profile of the file takes precedence', () => {
	const {service, credentials} = load({profile: 'local'}, hosted);
	expect({service, credentials}).toEqual({service: 'local', credentials: undefined});
	const own = '[profiles.local]\nurl = "https://b.example"\n';
	expect(load({profile: 'local'}, {}, own)).toMatchObject({service: 'hosted', baseUrl: 'https://b.example'});
	expect(() => load({profile: 'local', url: 'https://a.example'})).toThrow(
		'Use either --profile local or --url',
	);
	expect(() => load({profile: 'local'}, {}, '', '')).toThrow('Add one with `rcondeck add`.');
	expect(() => load({}, {RCONDECK_TOKEN: 't'})).toThrow('Credentials are set, but no service.');
});

test('the journal keeps the events of own servers', () => {
	const config = load({});
	expect(journalOf(config)).toEqual({
		path: path.join(config.stateDir, 'journal.db'),
		scope: {profile: 'local', service: 'local', team: '', account: undefined},
	});
});
