/** Known error keys with their status. (Specification: Errors; the keys of extensions are last) */
export const errorStatuses = {
	TEAM_NOT_FOUND: 404,
	'general.not_found': 404,
	'validation.failed': 400,
	'server.unsupported_game_type': 400,
	'server.directory_required': 400,
	'server.display_name_already_exists': 409,
	'team.too_many_servers': 409,
	'server.node_is_offline': 409,
	'server.dto_mapping_profile_not_found': 500,
	'server.invalid_directory': 400,
	'server.is_not_offline': 409,
	'server.is_not_online': 409,
	'server.server_directory_change_in_progress': 409,
	'server.rcon_timeout': 408,
	'server.stop_normal_invalid_state': 409,
	'server.stop_force_already_offline': 409,
	'server.timed_shutdown_already_scheduled': 409,
	'server.timed_restart_already_scheduled': 409,
	'server.state_unknown': 409,
	'server.backups_empty': 409,
	'server.backup_directory_change_in_progress': 409,
	'node.backup_directory_change_in_progress': 409,
	'node.invalid_state': 409,
	'node.task_not_cancelable': 409,
} as const;

export type ErrorKey = keyof typeof errorStatuses;

export const isErrorKey = (key: string | undefined): key is ErrorKey =>
	key !== undefined && Object.hasOwn(errorStatuses, key);
