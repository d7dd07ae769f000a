import {expect, test} from 'vitest';
import usualFleet from '../../assets/demo/fleet.json' with {type: 'json'};
import {type Fleet, readFleet} from '../../src/demo/fleet.ts';
import {createHistory} from '../../src/demo/history.ts';
import {openService} from '../service/open-service.ts';

// The type checker reads its enums as plain strings; loading the fleet validates them.
const fleet = usualFleet as Fleet;
const minuteMs = 60_000;

test('the same fleet and minute give the same history, which ends now', async () => {
	const now = Date.parse('2026-11-29T19:33:20Z');
	const {servers} = readFleet();
	const history = await createHistory(readFleet(), now);
	expect(await createHistory(readFleet(), now + 30_000)).toEqual(history);
	const scrim = history.changes.findLast(({server}) => server === 'cs2-scrim');
	expect(scrim).toMatchObject({from: 'INITIALIZING', to: 'STOPPED'});
	const counts = history.counts.filter(({serverId}) => serverId === 'srv-cs2-scrim');
	expect(counts).toHaveLength(144 + 6.5 * 24);
	expect(counts[0]?.at).toBe(now - (now % minuteMs) - 7 * 24 * 60 * minuteMs);
	for (const {at, players} of counts) expect(players === undefined).toBe(at >= (scrim?.at ?? 0) - minuteMs);
	for (const {serverId, players = 0} of history.counts) {
		const most = servers.find(({id}) => id === serverId)?.maxPlayers ?? 0;
		expect(players).toBeGreaterThanOrEqual(0);
		expect(players).toBeLessThanOrEqual(most);
	}
});

test('a new demo has the commands, runs and notes of the last hours', async () => {
	const {call, clock, demo} = await openService({fleet, hasHistory: true});
	const now = clock.now();
	const {body} = await call('GET', '/server/srv-ark-center');
	const commands = body['commands'] as {command: string; response: string; timestamp: string}[];
	expect(commands.length).toBeGreaterThan(5);
	const ages = commands.map(({timestamp}) => now - Date.parse(timestamp));
	expect(ages).toEqual(ages.toSorted((one, other) => other - one));
	expect(Math.max(...ages)).toBeGreaterThan(600 * minuteMs);
	const lists = commands.filter(({command}) => command === 'ListPlayers');
	for (const {response} of lists) expect(response).toMatch(/0\. .+, 0002|No Players Connected/);
	const runs = await call(
		'GET',
		`/automation-run/by-team/${demo.teamId}?automationId=auto-scrim-check&size=50`,
	);
	const statuses = (runs.body['content'] as {status: string}[]).map(({status}) => status);
	expect(statuses[0]).toBe('FAILED');
	expect(statuses.at(-1)).toBe('SUCCEEDED');
	const journal = await call('GET', `/journal/${demo.teamId}`);
	expect(journal.text).toContain('cs2-scrim crashes right after the map change.');
});

test('a demo without history starts empty', async () => {
	const {call} = await openService({fleet});
	expect((await call('GET', '/server/srv-ark-center')).body['commands']).toEqual([]);
});
