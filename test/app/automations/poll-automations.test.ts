import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {watchAutomations} from '../../../src/app/automations/poll-automations.ts';
import {aServer, aTeam, polled} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const refusal = new ApiError('no', {
	reason: 'refused',
	request: 'GET /automation-run/by-team/{teamId}',
	status: 403,
	key: 'missingPermission.ACCESS_AUTOMATIONS',
});

/** A list with one run that stays in progress as long as the test says. */
async function openWatch(given: {refused?: boolean; running?: boolean} = {}) {
	const requests: string[] = [];
	const runs = () => {
		const run = {
			id: 'r',
			automationId: 'auto',
			status: given.running ? 'RUNNING' : 'FAILED',
			createdAt: 1e12,
		};
		return {
			items: [AutomationRun.parse(run)],
			unreadable: [],
			page: 0,
			size: 1,
			totalElements: 1,
			totalPages: 1,
			first: true,
			last: true,
		};
	};
	const answer = (name: string) => {
		requests.push(name);
		if (given.refused) throw refusal;
	};
	const services = fakeServices({
		api: {
			listRuns: async () => (answer('runs'), runs()),
			listAutomations: async () => (
				answer('automations'),
				{
					items: [
						{
							id: 'auto',
							createdAt: undefined,
							updatedAt: undefined,
							name: 'a',
							description: undefined,
							enabled: true,
							trigger: {cron: '0 4 * * *'},
							teamId: undefined,
							runTimeoutSec: undefined,
							createdBy: undefined,
							createdById: undefined,
							review: undefined,
						},
					],
					unreadable: [],
				}
			),
		},
	});
	const stop = watchAutomations(services);
	services.store.dispatch({type: 'access/granted', team: aTeam()});
	services.store.dispatch(polled([aServer()]));
	await services.clock.advance(1);
	// Loads the libraries for schedules in advance.
	await import('../../../src/lib/time/cron.ts').then(({loadCron}) => loadCron());
	await services.clock.advance(1);
	const count = async (ms: number) => {
		requests.length = 0;
		await services.clock.advance(ms);
		return requests.filter(name => name === 'runs').length;
	};
	return {...services, stop, asked: requests, count};
}

test('polls the newest runs infrequently in the background, and their automations only once', async () => {
	const {count, asked, stop} = await openWatch();
	expect(await count(180_000)).toBe(4);
	expect(asked).not.toContain('automations');
	stop();
	expect(await count(180_000)).toBe(0);
});

test('fetches the name of a run from the feed once', async () => {
	const {store, asked, clock} = await openWatch();
	asked.length = 0;
	const run = AutomationRun.parse({id: 'x', automationId: 'gone', status: 'RUNNING', createdAt: 2e12});
	store.dispatch({type: 'automations/ran', runs: [run]});
	await clock.advance(1000);
	expect(asked).toEqual(['automations']);
	store.dispatch({type: 'automations/ran', runs: [{...run, id: 'y'}]});
	await clock.advance(1000);
	expect(asked).toEqual(['automations']);
});

test('describes schedules only while the list is visible', async () => {
	const {store, clock} = await openWatch();
	const run = AutomationRun.parse({id: 'x', automationId: 'gone', status: 'RUNNING', createdAt: 2e12});
	store.dispatch({type: 'automations/ran', runs: [run]});
	await clock.advance(1000);
	const known = () => store.getState().automations.list?.[0];
	expect(known()).toMatchObject({trigger: '0 4 * * *, UTC assumed', upcoming: []});
	store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
	await clock.advance(1000);
	expect(known()).toMatchObject({trigger: 'every day at 04:00, UTC assumed'});
	expect(known()?.upcoming).toHaveLength(5);
});

test('retries a rejected request with increasing delays, and keeps the error for the screen', async () => {
	const {count, store} = await openWatch({refused: true});
	expect(await count(59_000)).toBe(0);
	expect(await count(3_600_000)).toBe(7);
	expect(store.getState().automations.recentProblem?.title).toContain('ACCESS_AUTOMATIONS');
});

test('polls visible runs frequently while one is in progress, otherwise infrequently', async () => {
	const {store, count} = await openWatch({running: true});
	store.dispatch({type: 'screens/runsShown', isShown: true});
	store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
	expect(await count(30_000)).toBeGreaterThanOrEqual(14);
	store.dispatch({type: 'view/changed', change: {pane: 'servers'}});
	expect(await count(40_000)).toBeLessThanOrEqual(1);
});
