/** The words of a list with a screen of its own, in all front ends. */
type ScreenWords = {
	/** Its title, and how sentences and headings name it. */
	name: string;
	/** The title of the help while the details of a row have the focus. */
	details: string;
	/** What it lists, and a row of it. */
	pluralName: string;
	itemName: string;
	/**
	Of the key that opens it. The keys are digits in the order of this table, 0 after 9, but for the bans, a list of the
	players.
	*/
	key: {title: string; short: string; help: string; search?: string};
	/** Of its colon command in line mode. */
	line: {takes: string; help: string};
	/** Of the colon command for the details of a row. */
	row?: {name: string; takes: string; help: string};
};

/** Their table is the one list of screens. */
export const screenWords = {
	nodes: {
		name: 'nodes',
		details: 'node details',
		pluralName: 'nodes',
		itemName: 'node',
		key: {title: 'Nodes and tasks', short: 'Nodes', help: 'Go to the nodes, with their servers and tasks'},
		line: {takes: '[FILTER]', help: 'List the nodes, with their servers and tasks'},
		row: {name: 'node', takes: 'NAME or NUMBER', help: 'Show the details of a node'},
	},
	automations: {
		name: 'automations',
		details: 'automation details',
		pluralName: 'automations',
		itemName: 'automation',
		key: {
			title: 'Automations and runs',
			short: 'Automations',
			help: 'Go to the automations and their runs',
		},
		line: {takes: '[FILTER]', help: 'List the automations, with their next and last runs'},
		row: {
			name: 'automation',
			takes: 'NAME or NUMBER [--reveal]',
			help: 'Show the details and steps of an automation',
		},
	},
	team: {
		name: 'team',
		details: 'team details',
		pluralName: 'members of the team',
		itemName: 'member',
		key: {
			title: 'Team and permissions',
			short: 'Team',
			help: 'Go to the team: members, invitations, limits and permissions',
		},
		line: {
			takes: '[FILTER] [--reveal]',
			help: 'Show the team: members, invitations and limits; email addresses only with --reveal',
		},
		row: {
			name: 'member',
			takes: 'NAME or NUMBER [--reveal]',
			help: 'Show the details of a row of :team, such as your permissions',
		},
	},
	players: {
		name: 'players',
		details: 'player details',
		pluralName: 'players',
		itemName: 'player',
		key: {
			title: 'Players on all servers',
			short: 'Players',
			help: 'Go to the players on all servers, where Enter offers to message, kick or ban',
			search: 'kick ban message player',
		},
		line: {
			takes: '[FILTER]',
			help: 'List the players on all servers that are up, by name, ID or server. Example: :player mar',
		},
		row: {
			name: 'player-details',
			takes: 'NAME or NUMBER',
			help: 'Show a player listed by :players, and where the journal has seen the ID',
		},
	},
	chat: {
		name: 'chat',
		details: 'chat details',
		pluralName: 'chat lines',
		itemName: 'chat line',
		key: {title: 'Chat of all servers', short: 'Chat', help: 'Go to the chat of all servers'},
		line: {
			takes: '[FILTER]',
			help: 'Show the newest chat of all servers, with players who join and leave. Example: :chat server:isl',
		},
	},
	dashboard: {
		name: 'dashboard',
		details: 'dashboard details',
		pluralName: 'rows of the dashboard',
		itemName: 'row',
		key: {
			title: 'Fleet dashboard',
			short: 'Dashboard',
			help: 'Go to the dashboard: states, players, alerts, due actions, jobs and last events',
		},
		line: {
			takes: '[FILTER]',
			help: 'Show states, players, alerts, due actions, jobs and last events. Example: :dashboard what:alert',
		},
	},
	bans: {
		name: 'bans',
		details: 'ban details',
		pluralName: 'bans',
		itemName: 'ban',
		key: {
			title: 'Bans on all servers',
			short: 'Bans',
			help: 'Go to the bans on all servers, where Enter offers to unban',
			search: 'unban pardon',
		},
		line: {
			takes: '[FILTER]',
			help: 'List the bans on all servers, by name, ID, server or reason. Example: :bans server:rust',
		},
	},
} satisfies Record<string, ScreenWords>;

export type ScreenId = keyof typeof screenWords;
export const screenIds = Object.keys(screenWords) as ScreenId[]; // all keys of this table

/** The words of every list, by its id: the runs take the place of the automations. */
export const listWords: Readonly<Record<ScreenId | 'runs', Omit<ScreenWords, 'key'>>> = {
	...screenWords,
	runs: {
		name: 'runs',
		details: 'run details',
		pluralName: 'runs',
		itemName: 'run',
		line: {
			takes: '[AUTOMATION] [STATUS] [15m, 1h, 6h, 24h, 7d or 30d] [older or newer]',
			help: 'List the runs of all automations or of one, newest first. Example: :runs nightly failed 24h',
		},
		row: {
			name: 'run',
			takes: 'NUMBER [--reveal]',
			help: 'Show the details and steps of a run listed by :runs',
		},
	},
};

/** For example `Nodes, automations and chat`. */
export const namesOf = (ids: readonly (keyof typeof listWords)[]): string => {
	const names = ids.map(id => listWords[id].name);
	const text = names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
	return text.charAt(0).toUpperCase() + text.slice(1);
};
