/** Titles and help of the keys that switch panes. */
export const paneCommandMessages = {
	nextPane: {title: 'Next pane', help: 'Go to the next pane'},
	previousPane: {title: 'Previous pane', help: 'Go to the previous pane'},
	servers: {title: 'Server list', help: 'Go to the servers'},
	console: {title: 'Console pane', help: 'Go to the console'},
	details: {title: 'Details pane', help: 'Go to the details'},
	timeline: {
		title: 'Timeline and jobs',
		short: 'Timeline',
		help: 'Go to the timeline of events on all servers',
	},
	nodes: {title: 'Nodes and tasks', short: 'Nodes', help: 'Go to the nodes, with their servers and tasks'},
	automations: {
		title: 'Automations and runs',
		short: 'Automations',
		help: 'Go to the automations and their runs',
	},
	team: {
		title: 'Team and permissions',
		short: 'Team',
		help: 'Go to the team: members, invitations, limits and permissions',
	},
	players: {title: 'Players on all servers', short: 'Players', help: 'Go to the players on all servers'},
};
