import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {isFirstRun, openFiles} from '../../src/cli/start/output-files.ts';
import {loadConfig} from '../../src/config/load.ts';
import {runCli} from './run-cli.ts';

function folder(): string {
	const made = mkdtempSync(path.join(tmpdir(), 'rcondeck-welcome-'));
	onTestFinished(() => rmSync(made, {recursive: true}));
	return made;
}

function load(flags: object, env: Record<string, string> = {}, file = '') {
	const config = folder();
	writeFileSync(path.join(config, 'config.toml'), file);
	return loadConfig({
		flags,
		env: {RCONDECK_CONFIG_DIR: config, RCONDECK_STATE_DIR: path.join(config, 'state'), ...env},
	});
}

const profile = '[profiles.prod]\nurl = "https://api.example.net"\n';

test('it is the first run on the demo, until there is a profile or a service', () => {
	expect(isFirstRun(load({}))).toBe(true);
	expect(isFirstRun(load({demo: true}))).toBe(true);
	expect(isFirstRun(load({demo: true}, {}, profile))).toBe(false);
	expect(isFirstRun(load({profile: 'prod'}, {RCONDECK_TOKEN: 't'}, profile))).toBe(false);
	expect(isFirstRun(load({}, {RCONDECK_URL: 'https://api.example.net', RCONDECK_TOKEN: 't'}))).toBe(false);
});

test('is not shown again after the last profile was removed', async () => {
	const {configDir, stateDir} = load({}, {}, profile);
	const env = {RCONDECK_CONFIG_DIR: configDir, RCONDECK_STATE_DIR: stateDir};
	expect((await runCli(['profile', 'remove', 'prod'], {env})).code).toBe(0);
	const left = loadConfig({flags: {}, env});
	expect(left.settings.profiles).toEqual({});
	expect(isFirstRun(left)).toBe(false);
});

test('stays dismissed, in a file that nobody else can read', () => {
	const config = load({});
	openFiles({stateDir: config.stateDir, folder: config.configDir, secrets: []}).dismissWelcome();
	expect(isFirstRun(config)).toBe(false);
	expect(statSync(path.join(config.stateDir, 'welcome-dismissed')).mode & 0o077).toBe(0);
});

test('is shown again where nothing can be stored, and nothing throws', () => {
	const config = load({});
	writeFileSync(config.stateDir, 'a file');
	openFiles({stateDir: config.stateDir, folder: config.configDir, secrets: []}).dismissWelcome();
	expect(isFirstRun(config)).toBe(true);
});
