/** What fields of several actions on one server have in common. */
const serverName = {
	label: 'Name',
	hint: 'display name, unique in the team',
	missing: 'Every server needs a name.',
};

/** What is done to one server besides starting and stopping it. */
export const serverSettingsMessages = {
	create: {
		verb: 'Create',
		description: 'Create a server; installing it takes minutes, and it is not started',
		title: 'Create a server',
		target: (team: string | undefined) => `a new server of ${team ?? 'the team'}`,
		name: {...serverName, help: 'its display name'},
		node: {
			label: 'Node',
			hint: 'node that will run it',
			help: 'the node that will run it: id, name, or a unique part of it; id:ID takes ID as it is',
			noneKnown: 'No node is known to put it on.',
		},
		game: {label: 'Game', help: 'its game type, such as CS2'},
		map: {
			label: 'Map',
			hint: 'as the game calls it',
			missing: 'Name a map, as the game calls it.',
			help: 'as the game calls it',
		},
		directory: {
			label: 'Directory',
			hint: 'on the node; empty means its default',
			help: 'on the node, instead of its default',
		},
		beta: {
			label: 'Beta',
			hint: 'pre-aquatica beta, only for ARK',
			no: 'no',
			yes: 'yes',
			help: 'only for ARK: the pre-aquatica beta',
		},
		effect: (node: string) => `${node} installs it, which takes minutes; it is not started.`,
		summary: (name: string) => `Create ${name}`,
	},
	rename: {
		verb: 'Rename',
		description: 'Give a server another display name',
		title: (server: string) => `Rename ${server}`,
		name: {...serverName, help: 'the new name', unchanged: 'This is its name already.'},
		effect: 'Only the name changes; the server goes on as it is.',
		summary: (server: string, name: string) => `Rename ${server} to ${name}`,
	},
	move: {
		verb: 'Move',
		description: 'Change the directory of a server on its node; it must be offline',
		title: (server: string) => `Move ${server}`,
		directory: {
			label: 'Directory',
			hint: 'a full path on the node',
			missing: 'Name a directory.',
			help: 'the new directory',
			unchanged: 'It is there already.',
		},
		effect:
			'The node copies everything, then deletes the old directory; until then nothing else can be done.',
		summary: (server: string, directory: string) => `Move ${server} to ${directory}`,
	},
	update: {
		verb: 'Update',
		title: (server: string) => `Update ${server}`,
		effect: 'The node installs the newest version of the game; the server is not started afterwards.',
		needsOffline: 'Only an offline server can be updated.',
		summary: (server: string) => `Update ${server}`,
	},
	backup: {
		verb: 'Back up',
		title: (server: string) => `Back up ${server}`,
		name: {
			label: 'Name',
			hint: 'empty means date and map',
			notForFiles: 'It becomes the name of a file: leave out \\ / : * ? " < > |',
			taken: 'There is a backup of this name: it would be overwritten.',
		},
		effect:
			'The node saves the world and packs it; players may feel it. At its limit the team loses its oldest one.',
		summary: (server: string) => `Back up ${server}`,
	},
	deleteBackup: {
		verb: 'Delete the backup',
		title: (server: string) => `Delete a backup of ${server}`,
		backup: {label: 'Backup', hint: 'the one to delete', none: 'It has no backups.'},
		effect: 'The file is deleted on the node; it cannot be brought back.',
		summary: (server: string) => `Delete a backup of ${server}`,
	},
	deleteServer: {
		verb: 'Delete',
		title: (server: string) => `Delete ${server}`,
		force: {
			label: 'Force',
			hint: 'forgets it at once, whatever its node says',
			no: 'no, the node first',
			yes: 'yes, at once',
		},
		notStopped: (server: string, state: string | undefined) =>
			`${server} is ${state ?? 'in no state'}. Stop it first, or choose yes.`,
		effect: (server: string) => `${server}, its world and its profile are gone for good.`,
		filesMayStay: 'Its files may stay on the node.',
		summary: (server: string) => `Delete ${server}`,
	},
};
