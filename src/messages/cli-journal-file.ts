/** The file of the journal. */
export const journalFileMessages = {
	noJournal: (file: string) =>
		`Nothing is remembered yet: ${file} comes with the first session of the deck, or with the first command that is sent.`,
	cannotBeOpened: 'The journal cannot be opened. New commands are not saved.',
};
