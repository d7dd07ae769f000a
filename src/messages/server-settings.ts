/** Texts shared by fields of several actions on one server. */
const serverName = {
	label: 'Name',
	hint: 'display name, unique in the team',
	missing: 'Enter a name.',
};

/** Actions on one server, other than starting and stopping it. */
export const serverSettingsMessages = {
	create: {
		verb: 'Create',
		description: 'Create and install a server without starting it',
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
			hint: 'path on the node; empty: the default',
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
		verb: 'Rename',
		description: 'Change the display name of a server',
		title: (server: string) => `Rename ${server}`,
		name: {...serverName, help: 'New name', unchanged: 'This is already its name.'},
		effect: 'Only the name changes; the server keeps running.',
		summary: (server: string, name: string) => `Rename ${server} to ${name}`,
	},
	move: {
		verb: 'Move',
		description: 'Move a stopped server to another directory',
		title: (server: string) => `Move ${server}`,
		directory: {
			label: 'Directory',
			hint: 'full path on the node',
			missing: 'Enter a directory.',
			help: 'New directory, as a full path on the node',
			unchanged: 'It is already there.',
		},
		effect:
			'The node copies everything, then deletes the old directory. Other actions have to wait until then.',
		summary: (server: string, directory: string) => `Move ${server} to ${directory}`,
	},
	update: {
		verb: 'Update',
		title: (server: string) => `Update ${server}`,
		effect: 'The node installs the newest version of the game; the server is not started afterward.',
		needsOffline: 'Only an offline server can be updated.',
		summary: (server: string) => `Update ${server}`,
	},
	backup: {
		verb: 'Back up',
		title: (server: string) => `Back up ${server}`,
		name: {
			label: 'Name',
			hint: 'name of the archive; empty: date and map',
			emptyIsDefault: 'date and map',
			notForFiles: 'It is used as a file name: leave out \\ / : * ? " < > |',
			taken: 'A backup with this name exists and would be overwritten.',
		},
		effect:
			'The node saves and archives the world; players may notice lag. If the team is at its limit, its oldest backup is deleted.',
		summary: (server: string) => `Back up ${server}`,
	},
	restoreBackup: {
		verb: 'Restore the backup',
		title: (server: string) => `Restore a backup of ${server}`,
		hint: 'the backup to restore',
		effect: (isReal: boolean) =>
			isReal
				? 'The directory of the server is moved aside and kept, and the backup takes its place.'
				: 'The files of the server are replaced by those of the backup.',
		summary: (server: string) => `Restore a backup of ${server}`,
	},
	deleteBackup: {
		verb: 'Delete the backup',
		title: (server: string) => `Delete a backup of ${server}`,
		backup: {label: 'Backup', hint: 'the backup to delete', none: 'It has no backups.'},
		effect: 'The file is deleted on the node and cannot be restored.',
		summary: (server: string) => `Delete a backup of ${server}`,
	},
	deleteServer: {
		verb: 'Delete',
		title: (server: string) => `Delete ${server}`,
		force: {
			label: 'Force',
			hint: 'delete it at once, without waiting for its node',
			no: 'no, wait for the node',
			yes: 'yes, at once',
		},
		notStopped: (server: string, state: string | undefined) =>
			`${server} is ${state ?? 'in an unknown state'}. Stop it first, or choose Force: yes.`,
		effect: (server: string) => `${server}, its world and its profile are deleted permanently.`,
		filesMayStay: 'Its files may stay on the node.',
		summary: (server: string) => `Delete ${server}`,
	},
};
