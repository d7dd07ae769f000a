import {plural} from '../lib/plural.ts';

/** The file of the journal. */
export const journalFileMessages = {
	noJournal: (file: string) => `The journal is empty. The first session or command creates ${file}.`,
	cannotBeOpened: 'The journal cannot be opened. Commands of this session are not recorded.',
	lost: (entries: number) => `${plural(entries, 'entry', 'entries')} could not be saved in the journal.`,
};
