import {expect, test} from 'vitest';
import {abortRest} from '../../../src/app/jobs/control-job.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

test('aborting changes all waiting servers in one update', () => {
	const services = fakeServices({});
	const {store} = services;
	const steps = [aStep('done', {status: 'done'}), ...Array.from({length: 500}, (_, at) => aStep(`s${at}`))];
	const job = aJob({steps});
	store.dispatch({type: 'jobs/started', job});
	let changes = 0;
	store.subscribe(() => changes++);
	abortRest(services, job);
	const [now] = store.getState().jobs;
	expect(now?.status).toBe('aborted');
	expect(now?.steps.filter(({status}) => status === 'skipped')).toHaveLength(500);
	expect(changes).toBe(2);
});
