import {expect, test} from 'vitest';
import {createAcknowledgedElsewhere} from '../../../src/app/servers/acknowledged-elsewhere.ts';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {aServer, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

test.each([
	['UNKNOWN', true],
	['RESTARTING', true],
	['UNKNOWN', undefined],
	['RESTARTING', undefined],
] as const)(
	'a crash loop that is %s still alerts only if acknowledged with its node: %s',
	(last, withNode) => {
		const services = fakeServices({});
		const {store} = services;
		store.dispatch(polled([aServer({id: 'a', displayName: 'isl-1'})]));
		const loop = ['INITIALIZING', 'RESTARTING', 'INITIALIZING', 'RESTARTING', 'INITIALIZING', 'RESTARTING'];
		for (const [index, state] of [...loop, last].entries())
			store.dispatch({
				type: 'fleet/received',
				at: startAt + 20_000 * (index + 1),
				changes: [{serverId: 'a', change: {state}}],
			});
		const now = startAt + 200_000;
		const line = () => alertLine(store.getState(), now).text;
		expect(line()).toContain('isl-1 crashed 3x');
		createAcknowledgedElsewhere(services)([
			{serverId: 'a', state: last, at: now, by: 'Ana', isKnown: true, withNode, changedAt: undefined},
		]);
		expect(String(line()).includes('isl-1 crashed 3x')).toBe(withNode ?? false);
	},
);
