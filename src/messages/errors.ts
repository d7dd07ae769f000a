import type {ErrorKey} from '../contract/error-keys.ts';

/** `title` says what happened, `hint` what to do. */
type ErrorWords = {title: string; hint: string};

/** The texts of each known error key. */
export const errorWords: Record<ErrorKey, ErrorWords> = {
	TEAM_NOT_FOUND: {
		title: 'These credentials belong to no team.',
		hint: 'Check that the application still exists in the team settings.',
	},
	'general.not_found': {
		title: 'Not found, or it belongs to another team.',
		hint: 'It may have been deleted: refresh the list.',
	},
	'validation.failed': {
		title: 'The service did not accept a field.',
		hint: 'Check the fields: one may be blank, too long, or of the wrong type.',
	},
	'server.unsupported_game_type': {
		title: 'The service does not support this game type.',
		hint: 'Choose another game type.',
	},
	'server.directory_required': {
		title: 'No directory was given, and the node has no default.',
		hint: 'Enter a directory.',
	},
	'server.display_name_already_exists': {
		title: 'Another server of the team has this name.',
		hint: 'Choose another name.',
	},
	'team.too_many_servers': {
		title: 'The team has reached its maximum number of servers.',
		hint: 'Delete a server or raise the limit.',
	},
	'server.node_is_offline': {
		title: 'The node is offline.',
		hint: 'Bring the node back, or choose another one.',
	},
	'server.dto_mapping_profile_not_found': {
		title: "The server's setting profile is missing.",
		hint: 'Repair the profile in the web application.',
	},
	'server.invalid_directory': {
		title: 'The directory is blank or invalid.',
		hint: 'Enter a full path on the node.',
	},
	'server.is_not_offline': {
		title: 'The server is not offline.',
		hint: 'Stop it first.',
	},
	'server.is_not_online': {
		title: 'The server is not online.',
		hint: 'Start it, or wait until it is up.',
	},
	'server.server_directory_change_in_progress': {
		title: "The server's directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'server.rcon_timeout': {
		title: 'No reply before the deadline.',
		hint: 'The command may have run: look for a late answer before you send it again.',
	},
	'server.stop_normal_invalid_state': {
		title: 'Only an online server can be stopped gracefully.',
		hint: 'Wait until it is online, or force the stop.',
	},
	'server.stop_force_already_offline': {
		title: 'The server is already offline.',
		hint: 'There is nothing to stop.',
	},
	'server.timed_shutdown_already_scheduled': {
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.timed_restart_already_scheduled': {
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.state_unknown': {
		title: "The server's state is unknown.",
		hint: 'Its node is probably offline: bring the node back first.',
	},
	'server.backups_empty': {
		title: 'The server has no backups.',
		hint: 'Create one first.',
	},
	'server.backup_directory_change_in_progress': {
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'node.backup_directory_change_in_progress': {
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'node.invalid_state': {
		title: 'The node is not online.',
		hint: 'Bring the node back first.',
	},
	'node.task_not_cancelable': {
		title: 'This task can no longer be canceled.',
		hint: 'It has ended, or its type cannot be canceled.',
	},
};
