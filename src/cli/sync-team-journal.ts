import {notableSkew} from '../app/kernel/access.ts';
import {ApiError} from '../contract/errors.ts';
import {syncTeamJournal, type SyncOptions} from '../app/team-journal/read-team-journal.ts';
import type {ShellJournal} from './shell-journal.ts';

type Options = Pick<SyncOptions, 'api' | 'teamId' | 'signal'> & {
	journal: ShellJournal;
	skewMs: number | undefined;
};

/** Sends what is waiting and reads what is new. Failures are no problem: the local journal has what was read before. */
export async function syncOnce({journal, teamId, skewMs, ...options}: Options): Promise<void> {
	journal.setTeam(teamId);
	let writing = Promise.resolve();
	const port = {
		teamJournal: journal.teamJournal,
		// Without entries, no journal is created.
		keep: (entries: Parameters<ShellJournal['keep']>[0]) => {
			if (entries.length > 0) writing = journal.keep(entries);
		},
	};
	try {
		const known = {teamId, canWrite: true, now: Date.now(), skewMs: notableSkew({skewMs}) ?? 0};
		await syncTeamJournal({...options, ...known, journal: port});
		await writing;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}
