import {journalPath} from '../../src/cli/start/journal-file.ts';
import type {Job} from '../../src/contract/models/job.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';

/** Stores a job as a program that was killed left it. */
export function storeJob(env: Record<string, string>, job: Job, service = 'https://games.example'): void {
	const journal = openJournal({
		path: journalPath(env['RCONDECK_STATE_DIR'] ?? ''),
		clock: systemClock,
		onProblem: () => {},
		scope: {profile: '', service, account: undefined},
	});
	journal.rememberNow([{kind: 'job', at: Date.now(), job: {...job, startedAt: Date.now()}}]);
	journal.close();
}
