import {expect, test} from 'vitest';
import {awayReport} from '../../../src/app/handover/away.ts';
import type {Observed} from '../../../src/actions/memorable.ts';
import {aServer, startAt} from '../../helpers/builders.ts';

const seen = (serverId: string, lastAt: number): Observed => ({
	serverId,
	server: serverId,
	state: 'ONLINE',
	firstAt: startAt - 9_000_000,
	lastAt,
	before: undefined,
});

test('a server that is gone is reported even if the last session ended between two records of all states', () => {
	const leftAt = startAt - 3_600_000;
	const report = awayReport(
		{
			now: startAt,
			servers: [aServer({id: 'alpha', displayName: 'alpha', state: 'ONLINE'})],
			// Alpha changed after all states had been recorded. Gamma was gone hours before.
			observed: [seen('alpha', leftAt), seen('beta', leftAt - 45_000), seen('gamma', leftAt - 9_000_000)],
			records: [],
			jobs: [],
		},
		true,
	);
	expect(report?.rows.map(({text}) => text)).toEqual([expect.stringContaining('beta')]);
});

test('a server that has another name is reported with the former one', () => {
	const servers = [aServer({id: 'alpha', displayName: 'Omega', state: 'ONLINE'})];
	const facts = {now: startAt, servers, observed: [seen('alpha', startAt - 60_000)], records: [], jobs: []};
	expect(awayReport(facts, true)?.rows).toMatchObject([
		{label: 'RENAMED', text: 'Omega  was alpha when last seen'},
	]);
});
