import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {startAt} from '../helpers/builders.ts';

/** A separate process: `node job-writer.ts FILE` starts a job and waits to be killed. */
const [file = ''] = process.argv.slice(2);
const journal = openJournal({
	path: file,
	clock: systemClock,
	onProblem: words => process.stdout.write(words),
});
const steps = ['a', 'b', 'c'].map(id => aStep(id));
journal.rememberNow([{kind: 'job', at: startAt, job: aJob({steps, typed: {delay: '10m'}})}]);
journal.rememberNow([
	{kind: 'jobStep', at: startAt, jobId: 'job', step: aStep('a', {status: 'done', tookMs: 5000})},
	{kind: 'jobStep', at: startAt, jobId: 'job', step: aStep('b', {status: 'sending'})},
]);
process.stdout.write('written\n');
systemClock.after(60_000, () => {});
