/** `rcondeck nodes` */
export const nodeCommandMessages = {
	lastLoginHeader: 'LAST LOGIN',
	lastAliveHeader: 'LAST ALIVE',
	description: 'List the nodes, or show one',
	listDescription: 'List the nodes of the team',
	noNodes: 'The team has no nodes.',
	showDescription: 'Show one node',
	lastAlive: 'Last alive',
	lastLogin: 'Last login',
	logoutReason: 'Logged out because',
	serversIn: 'Servers in',
};

/** `rcondeck tasks` */
export const taskCommandMessages = {
	description: 'List what the nodes still have to do, or call it off',
	listDescription: 'List what the nodes still have to do, such as scheduled restarts',
	allHelp: 'include tasks that have ended',
	nothingPending: 'Nothing is pending.',
};
