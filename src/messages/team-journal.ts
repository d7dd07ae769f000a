/** The journal that the admins of a team share. */
export const teamJournalMessages = {
	/** An author whose name the service does not send. */
	somebody: 'another admin',
	note: (by: string, text: string | undefined) => (text ? `${by}: ${text}` : `${by} set a bookmark.`),
	acknowledged: (by: string, state: string | undefined) => `${by} acknowledged ${state ?? 'no state'}`,
	unacknowledged: (by: string, state: string | undefined) =>
		`${by} removed the acknowledgment of ${state ?? 'no state'}`,
	dropped: "Entries of the team's journal are missing here: the service no longer has them.",
};
