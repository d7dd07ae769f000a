/** The publicly documented permissions. Services may have more. (Specification: Authentication) */
export const permissions = [
	'ACCESS_TEAM',
	'MANAGE_TEAM',
	'ACCESS_NODES',
	'MANAGE_NODES',
	'ACCESS_SERVERS',
	'MANAGE_SERVERS',
	'ACCESS_PROFILES',
	'MANAGE_PROFILES',
	'ACCESS_AUTOMATIONS',
	'MANAGE_AUTOMATIONS',
	'ALL',
] as const;
export type Permission = (typeof permissions)[number];
