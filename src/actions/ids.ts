/**
Ids of all operations on the service, shared by one and several servers. Stored in journals: never change an id.
*/
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
	'restore-backup',
	'delete-backup',
	'delete',
	'cancel-schedule',
	'cancel-task',
	'invite',
	'withdraw-invitation',
	'kick',
	'message-player',
	'kick-player',
	'ban-player',
	'upload-icon',
	'create-automation',
	'edit-automation',
	'trigger-automation',
	'cancel-run',
	/** A request that the user wrote. */
	'api',
	/** On the local service, only from one-shot commands. */
	'add-server',
	'edit-server',
	'remove-server',
	'create-token',
	'revoke-token',
] as const;

export type ActionId = (typeof actionIds)[number];

export const isActionId = (text: string): text is ActionId => (actionIds as readonly string[]).includes(text);
