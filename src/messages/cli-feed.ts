/** `rcondeck feed` */
export const feedCommandMessages = {
	description: 'Follow the team feed, line by line, until interrupted',
	serverHelp: (name: string) => `only this one: ${name}`,
	jsonHelp: 'write one JSON value a line',
	isOff: 'The feed is configured to be off.',
	noFeed: (reason: string) => `No team feed: ${reason}.`,
	refused: (destination: string, reason: string) => `, ${destination} refused: ${reason}`,
	live: (refused: string) => `feed LIVE${refused}`,
	nextTry: (duration: string) => `, next try in ${duration}`,
	status: (status: string, reason: string, again: string) => `feed ${status}${reason}${again}`,
	stateLine: (server: string, state: string) => `${server}  state  -> ${state}`,
	taskLine: (targets: string, type: string, state: string) => `${targets}  task  ${type} ${state}`,
	backupLine: (server: string, backup: string) => `${server}  backup  ${backup}`,
	runLine: (run: string, status: string) => `run  ${run} ${status}`,
	unreadable: (reason: string) => `not readable: ${reason}`,
};
