import {notableSkew} from '../../app/kernel/state/access.ts';
import type {ReceivedTeamEntry} from '../../actions/team-entry.ts';
import {noTeamJournal, type ShiftRecords, type TeamJournal} from '../../app/kernel/state/journal.ts';
import {ApiError} from '../../contract/errors.ts';
import {type SyncOptions, syncTeamJournal} from '../../app/team-journal/read-team-journal.ts';
import type {JournalPlace} from './journal-file.ts';
import type {ShellJournal} from './shell-journal.ts';

type Options = Pick<SyncOptions, 'api' | 'teamId' | 'signal'> & {skewMs: number | undefined};

/** Sends waiting entries and reads new ones. Failures are harmless: the local journal has the entries read before. */
export async function syncOnce({journal, ...options}: Options & {journal: ShellJournal}): Promise<void> {
	journal.setTeam(options.teamId);
	let writing = Promise.resolve();
	const port = {
		teamJournal: journal.teamJournal,
		// Without entries, no journal is created.
		keep: (entries: Parameters<ShellJournal['keep']>[0]) => {
			if (entries.length > 0) writing = journal.keep(entries);
		},
	};
	await sync(options, port, true);
	await writing;
}

/** Returns the entries that the local journal does not have, and neither sends nor stores any. Failures as above. */
export async function readUnstored(
	options: Options & {place: JournalPlace},
): Promise<readonly ReceivedTeamEntry[]> {
	const {place, teamId} = options;
	const port = {teamJournal: async () => readKnown(place, teamId), keep: () => {}};
	return sync(options, port, false);
}

async function sync(
	{skewMs, ...options}: Options,
	journal: SyncOptions['journal'],
	canWrite: boolean,
): Promise<readonly ReceivedTeamEntry[]> {
	try {
		const known = {canWrite, now: Date.now(), skewMs: notableSkew({skewMs}) ?? 0};
		return (await syncTeamJournal({...options, ...known, journal})).entries;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return [];
	}
}

/** The reader of the rest of the journal reports that it cannot be read. */
async function readKnown({path, scope}: JournalPlace, team: string): Promise<TeamJournal> {
	const {JournalUnreadable, readTeamFile} = await import('../../journal/reader.ts');
	try {
		return readTeamFile(path, {...scope, team});
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
		return noTeamJournal;
	}
}

/** Adds entries that are not stored, as if the journal had them. */
export function withEntries(
	shift: ShiftRecords,
	entries: readonly ReceivedTeamEntry[],
	since: number,
): ShiftRecords {
	const notes = entries
		.filter(({at}) => at >= since)
		.map(({at, serverId, server, what, by, text}, index) => ({
			// No id of the file.
			id: -1 - index,
			at,
			kind: 'act',
			serverId,
			server,
			origin: undefined,
			source: undefined,
			status: undefined,
			problem: undefined,
			activity: {type: 'team', what, by, text} as const,
		}));
	const acknowledged = new Map(shift.acknowledged.map(one => [one.serverId, one]));
	for (const {serverId, what, at, by, text: state} of entries) {
		if (what === 'note' || serverId === undefined) continue;
		if ((acknowledged.get(serverId)?.at ?? 0) > at) continue;
		if (what === 'acknowledged') acknowledged.set(serverId, {serverId, state, at, by});
		else acknowledged.delete(serverId);
	}
	const records = [...shift.records, ...notes].sort((a, b) => a.at - b.at);
	return {...shift, records, acknowledged: [...acknowledged.values()]};
}
