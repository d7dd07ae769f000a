import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import type {Team} from '../../../src/contract/models/team.ts';
import {watchTeam} from '../../../src/app/team/read-team.ts';
import {aTeam} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

function watched(team: () => Team) {
	const requests: string[] = [];
	const services = fakeServices({
		api: {
			myTeam: async () => (requests.push('team'), team()),
		},
	});
	const stop = watchTeam(services);
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	const openPane = (pane: 'team' | 'servers') =>
		services.store.dispatch({type: 'view/changed', change: {pane}});
	return {services, asked: requests, look: openPane, stop};
}

test('reads the team when its screen opens, every 30s while it is open, and not otherwise', async () => {
	const {services, asked, look, stop} = watched(() => aTeam());
	await services.clock.advance(60_000);
	expect(asked).toEqual([]);
	look('team');
	await services.clock.advance(60_001);
	expect(asked).toEqual(['team', 'team', 'team']);
	look('servers');
	await services.clock.advance(60_000);
	expect(asked).toHaveLength(3);
	look('team');
	stop();
	await services.clock.advance(60_000);
	expect(asked).toHaveLength(4);
});

test('a failed read keeps the team, with the reason', async () => {
	const {services, look} = watched(() => {
		throw new ApiError('no', {reason: 'unreachable', request: 'GET /team/my'});
	});
	look('team');
	await services.clock.advance(1);
	expect(services.store.getState().access).toMatchObject({
		team: {name: 'Dev Guild'},
		teamProblem: {reason: 'unreachable'},
		problem: undefined,
	});
});
