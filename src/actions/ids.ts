/** Every operation on the service; the same id for one server and for several. Kept in journals: an id never changes. */
export const actionIds = [
	'start',
	'stop',
	'restart',
	'rcon',
	'broadcast',
	'watch',
	'create',
	'rename',
	'move',
	'update',
	'backup',
	'delete-backup',
	'delete',
	'cancel-schedule',
	'cancel-task',
	'invite',
	'withdraw-invitation',
	'kick',
	'upload-icon',
	'create-automation',
	'edit-automation',
	'trigger-automation',
	'cancel-run',
	/** A request that somebody wrote. */
	'api',
] as const;

export type ActionId = (typeof actionIds)[number];

export const isActionId = (text: string): text is ActionId => (actionIds as readonly string[]).includes(text);
