import {expect, test} from 'vitest';
import {readList} from '../../src/line-mode/list-text.ts';
import {aTeam} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';

test('the end of the session ends the reading of a list', async () => {
	const signals: (AbortSignal | undefined)[] = [];
	const services = fakeServices({
		api: {
			listAutomations: async (_input, options) => {
				signals.push(options?.signal);
				return new Promise(() => {});
			},
		},
	});
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	void readList({services}, 'automations');
	expect(signals.map(signal => signal?.aborted)).toEqual([false]);
	services.end();
	expect(signals.map(signal => signal?.aborted)).toEqual([true]);
});
