import {expect, test} from 'vitest';
import {findProblems} from '../../src/automations/find-problems.ts';
import usualFleet from '../../assets/demo/fleet.json' with {type: 'json'};
import type {Fleet} from '../../src/demo/fleet.ts';
import {openService} from '../service/open-service.ts';
import {runOf} from '../service/automations/a-run.ts';

test('automations of the default fleet run over time, one of them fails, and another reports a crash', async () => {
	// The type checker reads its enums as plain strings; loading the fleet validates them.
	const service = await openService({fleet: usualFleet as Fleet});
	const {call, demo, until} = service;
	const runs = async (automationId: string) => {
		const path = `/automation-run/by-team/${demo.teamId}?automationId=${automationId}`;
		return (await call('GET', path)).body['content'] as {id: string}[];
	};
	const ends = async (automationId: string, status: string) => {
		await until(async () => (await runs(automationId)).length > 0);
		const [run] = await runs(automationId);
		await until(async () => (await runOf(service, run?.id ?? '')).status === status);
	};
	const startedAt = service.clock.now();
	const passUntil = (second: number) => service.pass(startedAt + second * 1000 - service.clock.now());
	await passUntil(20);
	await ends('auto-player-round', 'SUCCEEDED');
	await passUntil(600);
	await ends('auto-event-save', 'SUCCEEDED');
	await passUntil(900);
	await ends('auto-scrim-check', 'FAILED');
	expect(await runs('auto-weekly-update')).toEqual([]);
	await demo.faults.crash('srv-ark-events');
	const notifications = async () => (await call('GET', `/team/${demo.teamId}/notifications`)).text;
	await until(async () => (await notifications()).includes('ARK-EVENTS crashed'));
	expect(await notifications()).toContain('ark-events ended by itself at ');
});

test('the automations of the default fleet have no problems', () => {
	for (const automation of usualFleet.automations) expect(findProblems(automation, 0)).toEqual([]);
});
