import {acceptedText, type ActionWords, example, given} from './action-words.ts';

export const serverActionWords = {
	create: {
		verb: 'Create',
		accepted: action => acceptedText('Creation', given(action, 'name') ?? 'New server'),
		line: {takes: '', help: 'Create a server'},
		command: {
			words: ['create'],
			description: 'Create and install a server without starting it',
			examples: [
				example(
					'Create a CS2 server',
					'rcondeck create --name cs2-dust-3 --node eu-1 --game CS2 --map de_dust2 --yes',
				),
				example(
					'Add one of your own servers, with the options of rcondeck add',
					'rcondeck create survival --game minecraft --rcon 203.0.113.5:25575 --password-file ~/.mc-rcon',
				),
			],
		},
	},
	rename: {
		verb: 'Rename',
		accepted: action =>
			`${given(action, 'previousName') ?? action.server ?? 'It'} renamed to ${given(action, 'name') ?? 'another name'}.`,
		command: {
			words: ['rename'],
			description: 'Change the display name of a server',
			examples: [example('Rename a server', 'rcondeck rename cs2-surf cs2-surf-eu')],
		},
	},
	move: {
		verb: 'Move',
		accepted: 'Move',
		command: {
			words: ['move'],
			description: 'Move a stopped server to another directory',
			examples: [example('Move a stopped server', 'rcondeck move cs2-scrim /srv/games/cs2-scrim')],
		},
	},
	update: {
		verb: 'Update',
		accepted: 'Update',
		command: {
			words: ['update'],
			description: 'Install the newest version of the game on a stopped server',
			examples: [example('Update a stopped server', 'rcondeck update cs2-scrim')],
		},
	},
	backup: {
		verb: 'Back up',
		accepted: 'Backup',
		command: {
			words: ['backup', 'create'],
			description: 'Back up the world of a server',
			examples: [example('Create a named backup', 'rcondeck backup create ark-isl-1 --name before-update')],
		},
	},
	'restore-backup': {
		verb: 'Restore the backup',
		accepted: 'Restore of a backup',
		command: {
			words: ['backup', 'restore'],
			description: 'Replace the world of a stopped server with a backup',
			examples: [example('Restore a backup by name', 'rcondeck backup restore ark-isl-1 before-update')],
		},
	},
	'delete-backup': {
		verb: 'Delete the backup',
		accepted: 'Deletion of a backup',
		command: {
			words: ['backup', 'delete'],
			description: 'Delete a backup on its node',
			examples: [example('Delete a backup by name', 'rcondeck backup delete ark-isl-1 before-update')],
		},
	},
	delete: {
		verb: 'Delete',
		accepted: 'Deletion',
		command: {
			words: ['delete'],
			description: 'Delete a stopped server',
			examples: [example('Delete a server', 'rcondeck delete cs2-old')],
		},
	},
} satisfies Record<string, ActionWords>;

/** Texts shared by fields of several actions on one server. */
const serverName = {
	label: 'Name',
	hint: 'display name, unique in the team',
	missing: 'Enter a name.',
};

/** Actions on one server, other than starting and stopping it. */
export const serverSettingsMessages = {
	create: {
		title: 'Create a server',
		target: 'a new server',
		name: {...serverName, help: 'Display name'},
		node: {
			label: 'Node',
			hint: 'node that will run it',
			help: 'Node ID, name or a unique part of it',
			noneKnown: 'No nodes are available.',
		},
		game: {label: 'Game', hint: 'game to install', help: 'Game type, such as CS2'},
		map: {
			label: 'Map',
			hint: 'name of the map in the game',
			missing: 'Enter the name of a map.',
			help: 'Map name, as the game spells it',
		},
		directory: {
			label: 'Directory',
			hint: 'path on the node; blank = the default',
			emptyIsDefault: 'chosen by the node',
			help: 'Directory on the node (default: chosen by the node)',
		},
		beta: {
			label: 'Beta',
			hint: 'pre-aquatica beta, only for ARK',
			no: 'no',
			yes: 'yes',
			help: 'Install the pre-aquatica beta (ARK only)',
		},
		effect: (node: string) => `${node} installs it, which takes a few minutes. The server is not started.`,
		summary: (name: string) => `Create ${name}`,
	},
	rename: {
		title: (server: string) => `Rename ${server}`,
		name: {...serverName, help: 'New name', unchanged: 'This is already its name.'},
		effect: 'Only the name changes; the server keeps running.',
		summary: (server: string, name: string) => `Rename ${server} to ${name}`,
	},
	move: {
		title: (server: string) => `Move ${server}`,
		directory: {
			label: 'Directory',
			hint: 'full path on the node',
			missing: 'Enter a directory.',
			help: 'New directory, as a full path on the node',
			unchanged: 'It is already there.',
		},
		effect: 'The node copies everything, then deletes the old directory. Other actions wait until then.',
		summary: (server: string, directory: string) => `Move ${server} to ${directory}`,
	},
	update: {
		title: (server: string) => `Update ${server}`,
		effect: 'The node installs the newest version of the game; the server is not started afterward.',
		needsOffline: 'Only an offline server can be updated.',
		summary: (server: string) => `Update ${server}`,
	},
	backup: {
		title: (server: string) => `Back up ${server}`,
		name: {
			label: 'Name',
			hint: 'name of the archive; blank = date and map',
			emptyIsDefault: 'date and map',
			help: 'Name of the archive (default: date and map)',
			notForFiles: 'Backup names are file names. Do not use \\ / : * ? " < > |',
			taken: 'A backup with this name exists and would be overwritten.',
		},
		effect:
			'The node saves and archives the world; players may notice lag. If the team is at its limit, its oldest backup is deleted.',
		summary: (server: string) => `Back up ${server}`,
	},
	restoreBackup: {
		title: (server: string) => `Restore a backup of ${server}`,
		hint: 'the backup to restore',
		effect: (isReal: boolean) =>
			isReal
				? 'The directory of the server is moved aside and kept, and the backup takes its place.'
				: 'The backup replaces the files of the server.',
		summary: (server: string) => `Restore a backup of ${server}`,
	},
	deleteBackup: {
		title: (server: string) => `Delete a backup of ${server}`,
		backup: {
			label: 'Backup',
			hint: 'the backup to delete',
			none: 'It has no backups.',
			help: 'Name or ID of the backup, as `rcondeck backup list` shows it',
			unknown: (server: string, backup: string) =>
				`${server} has no backup ${backup}, or several with this name. \`rcondeck backup list\` shows their IDs.`,
		},
		effect: 'The file is deleted on the node and cannot be restored.',
		summary: (server: string) => `Delete a backup of ${server}`,
	},
	deleteServer: {
		title: (server: string) => `Delete ${server}`,
		force: {
			label: 'Force',
			hint: 'delete it at once, without waiting for its node',
			no: 'no, wait for the node',
			yes: 'yes, at once',
			help: 'Delete the server without waiting for its node; files may stay there',
		},
		notStopped: (server: string, state: string | undefined) =>
			`${server} is ${state ?? 'in an unknown state'}. Stop it first, or choose Force: yes.`,
		effect: (server: string, isReal: boolean) =>
			isReal
				? `${server} and its settings are removed from the service. Its files stay where they are.`
				: `${server}, its world and its profile are deleted permanently.`,
		filesMayStay: 'Its files may stay on the node.',
		summary: (server: string) => `Delete ${server}`,
	},
};

/** `rcondeck backup` */
export const backupCommandMessages = {
	description: 'List, create, restore and delete backups of a server',
	examples: [example('List the backups of a server', 'rcondeck backups ark-isl-1')],
	list: {
		description: 'List the backups of a server',
		examples: [example('Print backups as JSON', 'rcondeck backup list ark-isl-1 --json')],
	},
	none: 'The server has no backups.',
};

/** Switching to another profile inside a session. */
export const profileMessages = {
	menu: 'Switch to profile',
	item: (name: string, label: string) => (label === name ? name : `${name}   ${label}`),
	noSuchProfile: (name: string, names: readonly string[]) =>
		`There is no profile ${name}. ${names.length > 0 ? `Profiles: ${names.join(', ')}.` : 'config.toml has none.'}`,
	alreadyOpen: (name: string) => `Profile ${name} is already open.`,
	cannotOpen: (name: string, problem: string) => `Profile ${name} cannot be opened: ${problem}`,
	switchAnyway: (lost: string, name: string) => `${lost} Choose profile ${name} again to switch anyway.`,
	palette: {
		usage: 'profile [NAME]',
		help: 'Close this session and open one with another profile',
	},
	line: {takes: '[NAME]', help: 'Close this session and open one with another profile; asks which'},
};
