import {ownValue} from '../../lib/maps.ts';
import type {Permission} from '../../contract/permissions.ts';

const subjects = ['TEAM', 'NODES', 'SERVERS', 'PROFILES', 'AUTOMATIONS'] as const;

/** What each permission is needed for. (Specification: Authentication, and the rows of the contract) */
const uses: Readonly<Record<Permission, string>> = {
	ALL: 'do everything',
	ACCESS_TEAM: 'see the log of the team and its notifications',
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

export const permissionUse = (permission: string): string | undefined => ownValue(uses, permission);

export const knownPermissions = Object.keys(uses).filter(permission => permission !== 'ALL');

/** Permissions as people say it: `manages servers; sees team, nodes`. Those that are not known stand as they are. */
export function permissionsText(permissions: readonly string[] | undefined): string {
	if (!permissions) return 'not said';
	if (permissions.length === 0) return 'nothing';
	if (permissions.includes('ALL')) return 'everything';
	const has = new Set(permissions);
	const manages = subjects.filter(subject => has.has(`MANAGE_${subject}`));
	const sees = subjects.filter(subject => has.has(`ACCESS_${subject}`) && !manages.includes(subject));
	const others = permissions.filter(permission => !knownPermissions.includes(permission));
	return [
		manages.length > 0 && `manages ${manages.join(', ').toLowerCase()}`,
		sees.length > 0 && `sees ${sees.join(', ').toLowerCase()}`,
		...others,
	]
		.filter(part => part !== false)
		.join('; ');
}
