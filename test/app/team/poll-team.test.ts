import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import type {Team} from '../../../src/contract/models/team.ts';
import {watchTeam} from '../../../src/app/team/poll-team.ts';
import {aTeam} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function watched(team: () => Team) {
	const requests: string[] = [];
	const services = fakeServices({
		api: {
			myTeam: async () => (requests.push('team'), team()),
			getImage: async ({imageId}) => (requests.push(imageId), {bytes: png, contentType: 'image/png'}),
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

test('reads an icon once, and again when it changes', async () => {
	let iconImageId = 'image-1';
	const {services, asked, look} = watched(() => aTeam({iconImageId}));
	look('team');
	await services.clock.advance(30_001);
	expect(asked).toEqual(['team', 'image-1', 'team']);
	expect(services.store.getState().access.icon).toMatchObject({about: 'image/png, 8 B', pixels: undefined});
	iconImageId = 'image-2';
	await services.clock.advance(30_000);
	expect(asked.at(-1)).toBe('image-2');
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
