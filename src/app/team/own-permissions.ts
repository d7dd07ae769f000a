import {ownValue} from '../../lib/json/maps.ts';
import {commonMessages} from '../../messages/text.ts';
import {ownPermissionMessages} from '../../messages/team.ts';
import {knownPermissions, permissionUse} from '../kernel/state/access.ts';
import type {State} from '../state.ts';
import type {Fact} from '../kernel/text/spans.ts';
import type {Permission} from '../../contract/permissions.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';

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

/** Whether these credentials are known to lack the permission to change servers. */
export const cannotChangeServers = (access: State['access'], applicationId: string | undefined): boolean =>
	ownPermissions(access, applicationId).some(
		({permission, isHeld}) => permission === 'MANAGE_SERVERS' && isHeld === false,
	);

/** Returns the warning to show if these credentials are known to lack a permission. */
function permissionWarning(
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

/** Warns if these credentials are known to lack the permission for a command. The service still decides. */
export function warnOfMissingPermission(services: Services, needs: Permission | undefined): void {
	const {store, settings} = services;
	const missing = needs && permissionWarning(store.getState().access, settings.applicationId, needs);
	if (missing) notify(services, 'warning', missing, {passing: true});
}
