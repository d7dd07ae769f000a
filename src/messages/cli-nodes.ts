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
	serversIn: 'Server folder',
};

/** `rcondeck tasks` */
export const taskCommandMessages = {
	description: 'List tasks of the nodes, or cancel one',
	listDescription: 'List pending tasks, such as scheduled restarts',
	allHelp: 'Include finished tasks',
	nothingPending: 'No pending tasks.',
};
