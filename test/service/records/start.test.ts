import {expect, onTestFinished, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openService} from '../../../src/service/index.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {dataFile} from '../open-service.ts';
import {node, server, team} from './some-records.ts';

/** Fills a store with this much history, and returns how many texts a start reads as JSON. */
async function readAtStart(history: number): Promise<number> {
	const file = dataFile();
	const store = openStore(file);
	store.atomically(() => {
		store.teams.put(team('team'));
		store.nodes.put(node('node'));
		store.servers.put(server('cs'));
		for (let index = 0; index < history; index++) {
			const of = {id: `${index}`, teamId: 'team', createdAt: index};
			store.actions.put({...of, who: 'Ada', action: 'startServer'});
			store.notifications.put({...of, type: 'X', title: '', message: '', read: false});
			store.journal.put({
				...of,
				entryId: `${index}`,
				seq: index + 1,
				previous: index,
				madeAt: 0,
				by: 'Ada',
				kind: 'note',
			});
			store.commands.add(
				'cs',
				{command: 'status', response: 'x', commandId: `${index}`, timestamp: 0},
				100_000,
			);
			const fact = {kind: 'answer' as const, serverId: 'cs', commandId: `${index}`};
			store.reports.put({id: `${index}`, sequence: index + 1, fact});
			store.runs.put({
				...of,
				automationId: 'automation',
				status: 'SUCCEEDED',
				finishedAt: 1,
				targetIds: {},
				stepHistory: [],
				cancelRequested: false,
				workflow: [],
				runTimeoutSec: 60,
			});
		}
	});
	store.close();
	const parse = vi.spyOn(JSON, 'parse');
	const service = await openService({clock: systemClock, data: file, isLinked: true});
	const count = parse.mock.calls.length;
	parse.mockRestore();
	onTestFinished(async () => void (await service.close()));
	return count;
}

test('starting reads no more of a long history than of a short one', async () => {
	expect(await readAtStart(500)).toBe(await readAtStart(5));
});
