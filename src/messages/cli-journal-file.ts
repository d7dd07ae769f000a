/** The file of the journal. */
export const journalFileMessages = {
	noJournal: (file: string) => `The journal is empty. The first session or command creates ${file}.`,
	cannotBeOpened: 'The journal cannot be opened. Commands of this session are not recorded.',
};
