import {expect, test} from 'vitest';
import {serverFacts} from '../../../src/app/servers/server-facts.ts';
import {initialState} from '../../../src/app/state.ts';
import {GameServer} from '../../../src/contract/models/server.ts';

const backupLines = (count: number, olderBackups?: number) => {
	const backups = Array.from({length: count}, (_, index) => ({
		backupId: `b${index}`,
		createdAt: 0,
		name: `n${index}`,
	}));
	const server = GameServer.parse({id: 's', backups, olderBackups});
	const context = {...initialState, console: undefined, listAgeMs: 0, others: []};
	const facts = serverFacts(server, context, 0);
	const first = facts.findIndex(({label}) => String(label).startsWith('backups'));
	return first < 0 ? [] : facts.slice(first, -2).map(({label, text}) => [label, text]);
};

test('the details count the backups that the list left out', () => {
	expect(backupLines(0)).toEqual([]);
	expect(backupLines(6, 994).at(0)?.[0]).toBe('backups 1000');
	expect(backupLines(6, 994).at(-1)).toEqual(['', 'and 995 older']);
	expect(backupLines(0, 3)).toEqual([['backups 3', 'and 3 older']]);
});
