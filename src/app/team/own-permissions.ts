import {ownValue} from '../../lib/maps.ts';
import {commonMessages} from '../../messages/common.ts';
import {ownPermissionMessages} from '../../messages/team-screen.ts';
import {knownPermissions, permissionUse} from '../kernel/permission-descriptions.ts';
import type {State} from '../state.ts';
import type {Fact} from '../kernel/cells.ts';

export type OwnPermission = {
	permission: string;
	/** undefined if nothing has shown it yet. */
	isHeld: boolean | undefined;
	/** The source of the information. */
	source: 'record' | 'answer' | undefined;
};

/**
Returns the permissions of these credentials: from the team's record of the application if known, else as the
answers so far have shown. A recent refusal overrides the record.
*/
export function ownPermissions(
	{team, permissions}: State['access'],
	applicationId: string | undefined,
): OwnPermission[] {
	const listed = ownValue(team?.applications, applicationId ?? '');
	const names = [...new Set([...knownPermissions, ...(listed ?? []), ...permissions.keys()])];
	return names
		.filter(permission => permission !== 'ALL')
		.map((permission): OwnPermission => {
			const learned = permissions.get(permission);
			if (learned !== undefined) return {permission, isHeld: learned === 'held', source: 'answer'};
			if (!listed) return {permission, isHeld: undefined, source: undefined};
			return {permission, isHeld: listed.includes(permission) || listed.includes('ALL'), source: 'record'};
		});
}

/** Returns the warning to show if these credentials are known to lack a permission. */
export function permissionWarning(
	access: State['access'],
	applicationId: string | undefined,
	permission: string,
): string | undefined {
	const own = ownPermissions(access, applicationId).find(one => one.permission === permission);
	return own?.isHeld === false ? ownPermissionMessages.willBeRefused(permission) : undefined;
}

/** Summarizes the permissions, missing ones first. */
export function ownText(permissions: readonly OwnPermission[]): string {
	const lacking = permissions.filter(({isHeld}) => isHeld === false).map(({permission}) => permission);
	if (lacking.length > 0) return ownPermissionMessages.missing(lacking.join(', '));
	const unknown = permissions.filter(({isHeld}) => isHeld === undefined).length;
	return unknown === 0 ? 'everything' : ownPermissionMessages.nothingRefused;
}

/** Lists missing permissions, then granted ones, then unknown ones. */
export function permissionFacts(permissions: readonly OwnPermission[]): Fact[] {
	const of = (isHeld: boolean | undefined) => permissions.filter(own => own.isHeld === isHeld);
	const use = ({permission}: OwnPermission) => permissionUse(permission) ?? ownPermissionMessages.unknownUse;
	const how = ({source}: OwnPermission) => (source === 'answer' ? ownPermissionMessages.saidByAnswer : '');
	return [
		...of(false).map((own): Fact => ({
			label: 'cannot',
			text: ownPermissionMessages.isMissing(use(own), own.permission, how(own)),
			tone: 'warning',
		})),
		...of(true).map((own): Fact => ({
			label: 'may',
			text: `${use(own)}: ${own.permission}${how(own)}`,
			tone: 'online',
		})),
		...of(undefined).map((own): Fact => ({
			label: commonMessages.notKnown,
			text: ownPermissionMessages.unknownRight(use(own), own.permission),
			tone: 'faint',
		})),
	];
}
