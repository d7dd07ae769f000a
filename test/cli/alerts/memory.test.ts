import {readdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openAlertMemory} from '../../../src/cli/commands/alerts/memory.ts';
import {tempFolder} from '../temp-folder.ts';

const service = 'https://api.example.net';
const named = (name: string) => `${process.pid}.${name}`;

test('one of two sessions for a service sends alerts; the other takes over when it ends', async () => {
	const stateDir = tempFolder();
	const one = openAlertMemory({stateDir, service, name: named('one')});
	const two = openAlertMemory({stateDir, service, name: named('two')});
	expect([await one.claim(), await two.claim(), await one.claim()]).toEqual([true, false, true]);
	one.remember('what was told');
	one.release();
	expect(await two.claim()).toBe(true);
	expect(await two.recall()).toBe('what was told');
});

test('one of two sessions with triggers acts, whichever sends the alerts', async () => {
	const stateDir = tempFolder();
	const open = (name: string, purpose: 'alerts' | 'triggers') =>
		openAlertMemory({stateDir, service, purpose, name: named(name)});
	const [alerts, one, two] = [open('one', 'alerts'), open('two', 'triggers'), open('three', 'triggers')];
	expect([await alerts.claim(), await one.claim(), await two.claim()]).toEqual([true, true, false]);
	one.release();
	expect([await two.claim(), await alerts.claim()]).toEqual([true, true]);
});

test('sessions for different services both send alerts', async () => {
	const stateDir = tempFolder();
	const one = openAlertMemory({stateDir, service, name: named('one')});
	const two = openAlertMemory({stateDir, service: 'https://other.example.net', name: named('two')});
	expect([await one.claim(), await two.claim()]).toEqual([true, true]);
});

test('a session that was killed or suspended for minutes does not block the others', async () => {
	const stateDir = tempFolder();
	const one = openAlertMemory({stateDir, service, name: named('one')});
	await one.claim();
	const [lock = ''] = readdirSync(stateDir);
	const later = openAlertMemory({stateDir, service, name: named('two'), now: () => Date.now() + 180_000});
	expect(await later.claim()).toBe(true);
	expect(await one.claim()).toBe(false);
	// No process has this number.
	writeFileSync(path.join(stateDir, lock), '99999999.killed');
	expect(await one.claim()).toBe(true);
});

test('creates files that only their owner can read', async () => {
	const stateDir = tempFolder();
	const one = openAlertMemory({stateDir, service, name: named('one')});
	await one.claim();
	one.remember('{}');
	const modes = readdirSync(stateDir).map(file => statSync(path.join(stateDir, file)).mode & 0o777);
	expect(modes).toEqual([0o600, 0o600]);
});

test('sends alerts even if nothing can be written', async () => {
	const file = path.join(tempFolder(), 'file');
	writeFileSync(file, '');
	const one = openAlertMemory({stateDir: path.join(file, 'state'), service, name: named('one')});
	one.remember('{}');
	expect(await one.claim()).toBe(true);
	expect(await one.recall()).toBeUndefined();
});
