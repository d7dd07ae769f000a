import {expect, test} from 'vitest';
import usualFleet from '../../../assets/sandbox/fleet.json' with {type: 'json'};
import type {Fleet} from '../../../src/sandbox/seed.ts';
import {openService} from '../service.ts';
import {runOf} from './a-run.ts';

test('in the usual fleet an automation runs every two minutes, and another one notes a crash', async () => {
	// Its enums are read as plain texts; planting checks them.
	const service = await openService({fleet: usualFleet as Fleet});
	const {call, sandbox, until} = service;
	const runs = async () =>
		(await call('GET', `/automation-run/by-team/${sandbox.teamId}`)).body['content'] as {id: string}[];
	await service.pass(120_000);
	await until(async () => (await runs()).length === 1);
	const [saved] = await runs();
	await until(async () => (await runOf(service, saved?.id ?? '')).status === 'SUCCEEDED');
	await sandbox.faults.crash('srv-ark-events');
	const notifications = async () => (await call('GET', `/team/${sandbox.teamId}/notifications`)).text;
	await until(async () => (await notifications()).includes('ARK-EVENTS crashed'));
	expect(await notifications()).toContain('ark-events ended by itself at ');
});
