import {ownValue} from '../../lib/maps.ts';
import {commonMessages} from '../../messages/common.ts';
import {ownPermissionMessages} from '../../messages/team-screen.ts';
import {knownPermissions, permissionUse} from '../kernel/permission-descriptions.ts';
import type {State} from '../state.ts';
import type {Fact} from '../kernel/cells.ts';

export type Right = {
	permission: string;
	/** undefined: nothing has shown it yet. */
	isHeld: boolean | undefined;
	/** How it is known. */
	source: 'record' | 'answer' | undefined;
};

/**
What these credentials may do: as the team's record says of the application, where that is known, else as the answers
so far have shown. What was refused just now counts more than a record.
*/
export function ownPermissions({team, rights}: State['access'], applicationId: string | undefined): Right[] {
	const listed = ownValue(team?.applications, applicationId ?? '');
	const names = [...new Set([...knownPermissions, ...(listed ?? []), ...rights.keys()])];
	return names
		.filter(permission => permission !== 'ALL')
		.map((permission): Right => {
			const learned = rights.get(permission);
			if (learned !== undefined) return {permission, isHeld: learned === 'held', source: 'answer'};
			if (!listed) return {permission, isHeld: undefined, source: undefined};
			return {permission, isHeld: listed.includes(permission) || listed.includes('ALL'), source: 'record'};
		});
}

/** What to say where these credentials are known to lack a permission. */
export function permissionWarning(
	access: State['access'],
	applicationId: string | undefined,
	permission: string,
): string | undefined {
	const right = ownPermissions(access, applicationId).find(one => one.permission === permission);
	return right?.isHeld === false ? ownPermissionMessages.willBeRefused(permission) : undefined;
}

/** In a few words: what is missing first. */
export function ownText(rights: readonly Right[]): string {
	const lacking = rights.filter(({isHeld}) => isHeld === false).map(({permission}) => permission);
	if (lacking.length > 0) return ownPermissionMessages.missing(lacking.join(', '));
	const unknown = rights.filter(({isHeld}) => isHeld === undefined).length;
	return unknown === 0 ? 'everything' : ownPermissionMessages.nothingRefused;
}

/** What is missing first, then what they may do, then what is not known. */
export function permissionFacts(rights: readonly Right[]): Fact[] {
	const of = (isHeld: boolean | undefined) => rights.filter(right => right.isHeld === isHeld);
	const use = ({permission}: Right) => permissionUse(permission) ?? ownPermissionMessages.unknownUse;
	const how = ({source}: Right) => (source === 'answer' ? ownPermissionMessages.saidByAnswer : '');
	return [
		...of(false).map((right): Fact => ({
			label: 'cannot',
			text: ownPermissionMessages.isMissing(use(right), right.permission, how(right)),
			tone: 'warning',
		})),
		...of(true).map((right): Fact => ({
			label: 'may',
			text: `${use(right)}: ${right.permission}${how(right)}`,
			tone: 'online',
		})),
		...of(undefined).map((right): Fact => ({
			label: commonMessages.notKnown,
			text: ownPermissionMessages.unknownRight(use(right), right.permission),
			tone: 'faint',
		})),
	];
}
