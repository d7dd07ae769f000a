/** Titles and help of the keys that go from pane to pane. */
export const paneCommandMessages = {
	nextPane: {title: 'pane', help: 'Goes to the next pane.'},
	previousPane: {title: 'pane back', help: 'Goes to the previous pane.'},
	servers: {title: 'servers', help: 'Goes to the servers.'},
	console: {title: 'console', help: 'Goes to the console.'},
	details: {title: 'details', help: 'Goes to the details.'},
	timeline: {title: 'timeline', help: 'Goes to the timeline: what happened on all servers, in its order.'},
	nodes: {title: 'nodes', help: 'Goes to the nodes: the machines, what they carry and what they are at.'},
	automations: {title: 'automations', help: 'Goes to the automations and their runs.'},
	team: {
		title: 'team',
		help: 'Goes to the team: members, invitations, limits, and what these credentials may do.',
	},
};
