/** A service with its records in a database. */
export const serviceDatabaseMessages = {
	cannotOpen: (problem: string) => `The database cannot be used: ${problem}.`,
	unavailable: 'The database cannot be used now. Try again.',
	busy: 'Too many requests change the same records. Try again.',
	unknownOutcome: 'The connection to the database was lost. Check whether the request was carried out.',
	notAlone:
		'Another instance uses the database. To run several, connect all of them with --broker; otherwise their feeds lack ' +
		'events of each other.',
	otherIsAlone: 'An instance without --broker uses the database. Stop it.',
	noServers: 'A service with its records in a database has no servers of its own.',
};
