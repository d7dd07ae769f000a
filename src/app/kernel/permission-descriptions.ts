import {ownValue} from '../../lib/maps.ts';
import {commonMessages} from '../../messages/common.ts';
import {permissionMessages, permissionUses} from '../../messages/permissions.ts';

const subjects = ['TEAM', 'NODES', 'SERVERS', 'PROFILES', 'AUTOMATIONS'] as const;

export const permissionUse = (permission: string): string | undefined => ownValue(permissionUses, permission);

export const knownPermissions = Object.keys(permissionUses).filter(permission => permission !== 'ALL');

/** Describes permissions in words: `manages servers; sees team, nodes`. Unknown ones appear unchanged. */
export function permissionsText(permissions: readonly string[] | undefined): string {
	if (!permissions) return commonMessages.notReported;
	if (permissions.length === 0) return 'nothing';
	if (permissions.includes('ALL')) return 'everything';
	const has = new Set(permissions);
	const manages = subjects.filter(subject => has.has(`MANAGE_${subject}`));
	const sees = subjects.filter(subject => has.has(`ACCESS_${subject}`) && !manages.includes(subject));
	const others = permissions.filter(permission => !knownPermissions.includes(permission));
	return [
		manages.length > 0 && permissionMessages.manages(manages.join(', ').toLowerCase()),
		sees.length > 0 && permissionMessages.sees(sees.join(', ').toLowerCase()),
		...others,
	]
		.filter(part => part !== false)
		.join('; ');
}
