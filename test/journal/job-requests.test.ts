import {expect, test} from 'vitest';
import {aJob} from '../helpers/a-job.ts';
import {startAt} from '../helpers/builders.ts';
import {newFile, open} from './open-journal.ts';

const request = {id: 'r', jobId: 'job', verb: 'skip', serverId: 'a'} as const;

test('a request is taken once, by the process that runs the job, and answered', () => {
	const file = newFile();
	const [asking, running] = [open(file), open(file)];
	asking.rememberNow([{kind: 'jobRequest', at: startAt, request}]);
	expect(running.takeJobRequests()).toEqual([]);
	running.rememberNow([{kind: 'job', at: startAt, job: aJob()}]);
	expect(asking.jobRequest('r')).toBe('asked');
	expect(running.takeJobRequests()).toEqual([request]);
	expect(running.takeJobRequests()).toEqual([]);
	// It may have been carried out, so it cannot be withdrawn anymore.
	expect(asking.withdrawJobRequest('r')).toBe('taken');
	const answer = {isDone: true, text: 'Skipped.'};
	running.rememberNow([{kind: 'jobAnswer', at: startAt, requestId: 'r', answer}]);
	expect(asking.jobRequest('r')).toEqual(answer);
});

test('a withdrawn request is never carried out, also if the program wakes up later', () => {
	const file = newFile();
	const [asking, running] = [open(file), open(file)];
	running.rememberNow([{kind: 'job', at: startAt, job: aJob()}]);
	asking.rememberNow([{kind: 'jobRequest', at: startAt, request}]);
	expect(asking.withdrawJobRequest('r')).toBe('withdrawn');
	expect(running.takeJobRequests()).toEqual([]);
});

test('nothing is taken for a job that has ended', () => {
	const journal = open(newFile());
	journal.rememberNow([
		{kind: 'job', at: startAt, job: aJob({status: 'done'})},
		{kind: 'jobRequest', at: startAt, request},
	]);
	expect(journal.takeJobRequests()).toEqual([]);
});
