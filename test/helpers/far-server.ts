/** A server as an agent on another machine reports it. */
export const farServer = (id: string, name: string) => ({
	id,
	name,
	gameType: 'OTHER',
	createdAt: 1,
	state: 'ONLINE',
	stateSince: 2,
	hasConsole: true,
	blocked: {},
	backups: [],
	log: [],
});
