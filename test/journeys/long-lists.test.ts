import {expect, test} from 'vitest';
import {manyLines, manyOf} from '../helpers/long-records.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

test('line mode survives 150,000 events and an answer of 150,000 lines', async () => {
	const stream = await openLineModeApp();
	await stream.comes('feed LIVE');
	const {broker, teamId} = stream.demo;
	const states = manyOf(index => ({serverId: 'alpha', state: index % 2 === 0 ? 'STARTING' : 'ONLINE'}));
	broker.broadcast(teamId, states);
	broker.broadcast(teamId, {
		serverId: 'alpha',
		command: {command: 'status', response: manyLines, commandId: 'x', timestamp: '2026-11-21T03:00:00Z'},
	});
	await stream.line(':use alpha');
	expect(await stream.line(':log')).toContain('line 150\n');
	expect(await stream.line(':more')).toContain('line 250\n');
});
