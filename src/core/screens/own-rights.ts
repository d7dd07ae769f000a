import {knownPermissions, permissionUse} from '../permission-words.ts';
import type {State} from '../state/index.ts';
import type {Fact} from './list-screen.ts';

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
export function ownRights({team, rights}: State['access'], applicationId: string | undefined): Right[] {
	const listed = applicationId === undefined ? undefined : team?.applications?.[applicationId];
	const names = [...new Set([...knownPermissions, ...(listed ?? []), ...Object.keys(rights)])];
	return names
		.filter(permission => permission !== 'ALL')
		.map((permission): Right => {
			const learned = rights[permission];
			if (learned !== undefined) return {permission, isHeld: learned === 'held', source: 'answer'};
			if (!listed) return {permission, isHeld: undefined, source: undefined};
			return {permission, isHeld: listed.includes(permission) || listed.includes('ALL'), source: 'record'};
		});
}

/** In a few words: what is missing first. */
export function ownText(rights: readonly Right[]): string {
	const lacking = rights.filter(({isHeld}) => isHeld === false).map(({permission}) => permission);
	if (lacking.length > 0) return `${lacking.join(', ')} missing`;
	const unknown = rights.filter(({isHeld}) => isHeld === undefined).length;
	return unknown === 0 ? 'everything' : 'nothing was refused so far';
}

export function rightFacts(rights: readonly Right[]): Fact[] {
	return rights.map(({permission, isHeld, source}): Fact => {
		const use = permissionUse(permission) ?? 'use what it names';
		if (isHeld === undefined) {
			return {
				label: permission,
				text: `not known: no answer has shown whether they may ${use}`,
				tone: 'faint',
			};
		}
		const how = source === 'record' ? '' : isHeld ? ' (an answer showed it)' : ' (an answer said so)';
		return isHeld
			? {label: permission, text: `may ${use}${how}`, tone: 'online'}
			: {label: permission, text: `cannot ${use}: ${permission} is missing${how}`, tone: 'warning'};
	});
}
