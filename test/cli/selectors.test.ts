import {expect, test} from 'vitest';
import {fits, stateHint} from '../../src/cli/selectors.ts';
import {aServer} from '../helpers/builders.ts';

test('a game is meant by the name that the service has for it, or by the one that lists show', () => {
	const ark = aServer({gameType: 'ARK_ASCENDED'});
	expect(['ark', 'ARK', 'ark_ascended', 'CS2', 'AR'].map(game => fits(ark, {game}))).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
});

test('a state is meant by the name of the service, in any letters, or by the words of the deck', () => {
	const servers = ['ONLINE', 'STOPPED', 'STOPPING', 'UNKNOWN', 'FROZEN'].map(state =>
		aServer({id: state, state}),
	);
	const found = (state: string) => servers.filter(server => fits(server, {state})).map(({id}) => id);
	expect(found('up')).toEqual(['ONLINE']);
	expect(found('Down')).toEqual(['STOPPED']);
	expect(found('busy')).toEqual(['STOPPING']);
	expect(found('unknown')).toEqual(['UNKNOWN', 'FROZEN']);
	expect(found('frozen')).toEqual(['FROZEN']);
	expect(found('toString')).toEqual([]);
	expect(stateHint(servers, {state: 'down'})).toBeUndefined();
	expect(stateHint(servers, {state: 'downn'})).toContain('No state in sight is "downn"');
});
