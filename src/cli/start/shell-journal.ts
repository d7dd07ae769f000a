import {existsSync} from 'node:fs';
import {noTeamJournal, type TeamJournal} from '../../app/kernel/state/journal.ts';
import type {Memorable} from '../../actions/memorable.ts';
import type {JobRequest} from '../../contract/models/job.ts';
import type {Journal} from '../../journal/journal.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import type {Io} from '../output/io.ts';
import type {JournalPlace} from './journal-file.ts';
import {say} from '../output/output.ts';
import {journalFileMessages} from '../../messages/journal.ts';

/** The journal as one-shot commands write it. Nothing here throws: failures are reported on stderr. */
export type ShellJournal = {
	/** Starts loading and opening the journal, so that it is ready when something is sent. */
	prepare: () => void;
	/** Resolves when the entries are in the file; entries of the same turn are written together. */
	keep: (entries: readonly Memorable[]) => Promise<void>;
	/** Writes the entries later, at the latest before the command ends. */
	keepLater: (entries: readonly Memorable[]) => void;
	/** Takes what other programs ask of the jobs of this one. */
	takeJobRequests: () => Promise<readonly JobRequest[]>;
	/** Does not create the journal. */
	teamJournal: () => Promise<TeamJournal>;
	/** Sets the team of these servers once it is known. Does not open the journal by itself. */
	setTeam: (teamId: string) => void;
	close: () => Promise<void>;
};

/** `place`: the file and scope of the journal. */
export function openShellJournal(io: Pick<Io, 'stderr' | 'diagnostics'>, place: JournalPlace): ShellJournal {
	let opening: Promise<Journal | undefined> | undefined;
	let writing: Promise<void> | undefined;
	let waiting: Memorable[] = [];
	let team: string | undefined;
	const journal = () =>
		(opening ??= open(io, place).then(opened => {
			if (team !== undefined) opened?.setTeam(team);
			return opened;
		}));
	const keep = (entries: readonly Memorable[]) => {
		pushAll(waiting, entries);
		writing ??= journal().then(opened => {
			writing = undefined;
			opened?.rememberNow(waiting);
			waiting = [];
		});
		return writing;
	};
	return {
		keep,
		prepare: () => void journal(),
		keepLater: entries => void journal().then(opened => opened?.remember(entries)),
		takeJobRequests: async () => (await journal())?.takeJobRequests() ?? [],
		teamJournal: async () =>
			(existsSync(place.path) ? (await journal())?.teamJournal() : undefined) ?? noTeamJournal,
		setTeam: teamId => {
			team = teamId;
			void opening?.then(opened => opened?.setTeam(teamId));
		},
		close: async () => {
			await writing;
			(await opening)?.leave();
		},
	};
}

async function open(
	io: Pick<Io, 'stderr' | 'diagnostics'>,
	place: JournalPlace,
): Promise<Journal | undefined> {
	try {
		const {openJournal} = await import('../../journal/journal.ts');
		const journal = openJournal({
			...place,
			clock: systemClock,
			onProblem: words => say(io, words),
			source: 'shell',
		});
		journal.rememberNow([]);
		return journal;
	} catch {
		say(io, journalFileMessages.cannotBeOpened);
		return undefined;
	}
}
