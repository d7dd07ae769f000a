import type {Config} from '../config/load.ts';
import type {Memorable} from '../actions/memorable.ts';
import type {Journal} from '../journal/journal.ts';
import {systemClock} from '../lib/clock.ts';
import {pushAll} from '../lib/long-lists.ts';
import type {Io} from './io.ts';
import {journalOf} from './journal-file.ts';
import {say} from './output.ts';
import {journalFileMessages} from '../messages/cli-journal-file.ts';

/** The journal as one-shot commands write it. Nothing here throws: what cannot be kept is said on stderr. */
export type ShellJournal = {
	/** Begins to load and open the journal, so that it is there when something is sent. */
	prepare: () => void;
	/** Resolves when it is in the file; what is told in one moment is written at once. */
	keep: (things: readonly Memorable[]) => Promise<void>;
	/** Is written a moment later, and before the command ends. */
	keepLater: (things: readonly Memorable[]) => void;
	/** The team whose servers these are, once it is known. Does not open the journal by itself. */
	setTeam: (teamId: string) => void;
	close: () => Promise<void>;
};

export function openShellJournal(io: Io, config: Config): ShellJournal {
	let opening: Promise<Journal | undefined> | undefined;
	let writing: Promise<void> | undefined;
	let waiting: Memorable[] = [];
	let team: string | undefined;
	const journal = () =>
		(opening ??= open(io, config).then(opened => {
			if (team !== undefined) opened?.setTeam(team);
			return opened;
		}));
	const keep = (things: readonly Memorable[]) => {
		pushAll(waiting, things);
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
		keepLater: things => void journal().then(opened => opened?.remember(things)),
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

async function open(io: Io, config: Config): Promise<Journal | undefined> {
	try {
		const {openJournal} = await import('../journal/journal.ts');
		const journal = openJournal({
			...journalOf(config),
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
