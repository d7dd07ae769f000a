/** Titles and help of the keys that go from pane to pane. */
export const paneCommandMessages = {
	nextPane: {title: 'pane', help: 'Go to the next pane'},
	previousPane: {title: 'pane back', help: 'Go to the previous pane'},
	servers: {title: 'servers', help: 'Go to the servers'},
	console: {title: 'console', help: 'Go to the console'},
	details: {title: 'details', help: 'Go to the details'},
	timeline: {title: 'timeline', help: 'Go to the timeline of events on all servers'},
	nodes: {title: 'nodes', help: 'Go to the nodes, with their servers and tasks'},
	automations: {title: 'automations', help: 'Go to the automations and their runs'},
	team: {
		title: 'team',
		help: 'Go to the team: members, invitations, limits and permissions',
	},
};
