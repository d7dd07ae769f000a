import {expect, test} from 'vitest';
import {fits} from '../../src/cli/selectors.ts';
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
