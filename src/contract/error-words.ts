import {tableOf} from '../lib/maps.ts';

/** `title` says what is so, `hint` what helps. `status` is what the service answers with. */
export type ErrorWords = {status: number; title: string; hint: string};

/** The one table of known error keys. (Specification: Errors; the rows of extensions come after them) */
export const errorWords = {
	TEAM_NOT_FOUND: {
		status: 404,
		title: 'These credentials belong to no team.',
		hint: 'Check that the application still exists in the team settings.',
	},
	'general.not_found': {
		status: 404,
		title: 'The service does not know this, or it belongs to another team.',
		hint: 'It may be gone: refresh the list.',
	},
	'validation.failed': {
		status: 400,
		title: 'The service did not accept a field.',
		hint: 'Check what was typed: it may be blank, too long, or of the wrong kind.',
	},
	'server.unsupported_game_type': {
		status: 400,
		title: 'The service does not support this game type.',
		hint: 'Choose another game type.',
	},
	'server.directory_required': {
		status: 400,
		title: 'No directory was given, and the node has no default one.',
		hint: 'Name a directory.',
	},
	'server.display_name_already_exists': {
		status: 409,
		title: 'Another server of the team has this name.',
		hint: 'Choose another name.',
	},
	'team.too_many_servers': {
		status: 409,
		title: 'The team has its maximum number of servers.',
		hint: 'Delete a server or raise the limit.',
	},
	'server.node_is_offline': {
		status: 409,
		title: 'The node is offline.',
		hint: 'Bring the node back, or choose another one.',
	},
	'server.dto_mapping_profile_not_found': {
		status: 500,
		title: "The server's setting profile is missing.",
		hint: 'Mend the profile in the web application.',
	},
	'server.invalid_directory': {
		status: 400,
		title: 'The directory is blank or not valid.',
		hint: 'Give a full path on the node.',
	},
	'server.is_not_offline': {
		status: 409,
		title: 'The server is not offline.',
		hint: 'Stop it first.',
	},
	'server.is_not_online': {
		status: 409,
		title: 'The server is not online.',
		hint: 'Start it, or wait until it is up.',
	},
	'server.server_directory_change_in_progress': {
		status: 409,
		title: "The server's directory is being changed.",
		hint: 'Wait until the change is done.',
	},
	'server.rcon_timeout': {
		status: 408,
		title: 'No reply before the deadline.',
		hint: 'The command may have run: look for a late answer before you send it again.',
	},
	'server.stop_normal_invalid_state': {
		status: 409,
		title: 'Only an online server can be stopped gracefully.',
		hint: 'Wait until it is online, or force the stop.',
	},
	'server.stop_force_already_offline': {
		status: 409,
		title: 'The server is offline already.',
		hint: 'There is nothing to stop.',
	},
	'server.timed_shutdown_already_scheduled': {
		status: 409,
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.timed_restart_already_scheduled': {
		status: 409,
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.state_unknown': {
		status: 409,
		title: "The server's state is not known.",
		hint: 'Its node is probably offline: bring the node back first.',
	},
	'server.backups_empty': {
		status: 409,
		title: 'The server has no backups.',
		hint: 'Make one first.',
	},
	'server.backup_directory_change_in_progress': {
		status: 409,
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is done.',
	},
	'node.backup_directory_change_in_progress': {
		status: 409,
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is done.',
	},
	'node.invalid_state': {
		status: 409,
		title: 'The node is not online.',
		hint: 'Bring the node back first.',
	},
	'node.task_not_cancelable': {
		status: 409,
		title: 'This task can no longer be cancelled.',
		hint: 'It is over, or of a kind that runs to its end.',
	},
} as const satisfies Record<string, ErrorWords>;

export type ErrorKey = keyof typeof errorWords;

const known = tableOf<ErrorWords>(errorWords);

export function wordsFor(key: string | undefined): ErrorWords | undefined {
	return known.get(key ?? '');
}
