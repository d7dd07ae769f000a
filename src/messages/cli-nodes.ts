/** `rcondeck nodes` */
export const nodeCommandMessages = {
	lastLoginHeader: 'LAST LOGIN',
	lastAliveHeader: 'LAST ALIVE',
	description: 'List nodes, or show one',
	listDescription: 'List nodes',
	noNodes: 'The team has no nodes.',
	showDescription: 'Show one node',
	lastAlive: 'Last alive',
	lastLogin: 'Last login',
	logoutReason: 'Logout reason',
	serversIn: 'Default server directory',
};

/** `rcondeck tasks` */
export const taskCommandMessages = {
	description: 'List or cancel node tasks',
	listDescription: 'List pending tasks, such as scheduled restarts',
	allHelp: 'Include finished tasks',
	nothingPending: 'No pending tasks.',
};
