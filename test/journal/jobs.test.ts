import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {runsStill} from '../../src/journal/jobs.ts';
import {thisProcess} from '../../src/lib/files/private-folder.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {startAt} from '../helpers/builders.ts';
import {newFile, open} from './open-journal.ts';

test('finds a job whose program was killed, with the last written status of every step', async () => {
	const file = newFile();
	const writer = fileURLToPath(new URL('./job-writer.ts', import.meta.url));
	const child = spawn(process.execPath, [writer, file], {stdio: ['ignore', 'pipe', 'inherit']});
	onTestFinished(() => void child.kill('SIGKILL'));
	await once(child.stdout, 'data');
	expect(open(file).cutJobs()).toEqual([]);
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(open(file).cutJobs()).toEqual([
		aJob({
			stoppedBy: undefined,
			typed: {delay: '10m'},
			steps: [aStep('a', {status: 'done', tookMs: 5000}), aStep('b', {status: 'sending'}), aStep('c')],
		}),
	]);
});

test('does not find a finished job, or one of this process', () => {
	const journal = open(newFile());
	journal.rememberNow([
		{kind: 'job', at: startAt, job: aJob({id: 'ended', status: 'done'})},
		{kind: 'job', at: startAt, job: aJob({id: 'here'})},
	]);
	expect(journal.cutJobs()).toEqual([]);
});

test('keeps an interrupted job until it is settled', () => {
	const journal = open(newFile());
	const cut = aJob({id: 'cut', status: 'cut'});
	journal.rememberNow([{kind: 'job', at: startAt, job: cut}]);
	expect(journal.cutJobs()).toMatchObject([{id: 'cut', status: 'cut'}]);
	journal.rememberNow([{kind: 'job', at: startAt, job: {...cut, status: 'aborted'}}]);
	expect(journal.cutJobs()).toEqual([]);
});

test('keeps the option before the name of each server: the command for the rest of a ban needs it', () => {
	const journal = open(newFile());
	const command = {before: ['player', 'ban', '--yes'], option: '--server', after: ['--', '0002ab']};
	journal.rememberNow([
		{kind: 'job', at: startAt, job: aJob({action: 'ban-player', status: 'cut', command})},
	]);
	expect(journal.cutJobs()).toMatchObject([{command}]);
});

test('finds a job whose process id was reused, as in containers', () => {
	expect(runsStill(thisProcess)).toBe(true);
	expect(runsStill(`${process.pid}.1.other`)).toBe(false);
	expect(runsStill(`${process.ppid}.1.other`)).toBe(true);
	expect(runsStill('')).toBe(false);
});
