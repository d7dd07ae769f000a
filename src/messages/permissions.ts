import type {Permission} from '../contract/permissions.ts';

/** The uses of each permission. (Specification: Authentication, and the rows of the contract) */
export const permissionUses: Readonly<Record<Permission, string>> = {
	ALL: 'do everything',
	ACCESS_TEAM: 'see the action log and notifications of the team',
	MANAGE_TEAM: 'invite, kick, and change the icon',
	ACCESS_NODES: 'see nodes and their tasks',
	MANAGE_NODES: 'cancel tasks, and change or delete nodes',
	ACCESS_SERVERS: 'see servers and their consoles',
	MANAGE_SERVERS: 'send RCON, start, stop, restart, create and change servers',
	ACCESS_PROFILES: 'see setting profiles',
	MANAGE_PROFILES: 'change setting profiles',
	ACCESS_AUTOMATIONS: 'see automations and their runs',
	MANAGE_AUTOMATIONS: 'create, edit and trigger automations',
};

/** The permissions of a member. */
export const permissionMessages = {
	manages: (what: string) => `manages ${what}`,
	sees: (what: string) => `sees ${what}`,
};
