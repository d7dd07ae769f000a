import type {EndpointName} from '../../../contract/endpoints/index.ts';
import type {Team} from '../../../contract/models/team.ts';
import {ownValue, withEntry} from '../../../lib/json/maps.ts';
import type {Failure} from './failure.ts';
import {commonMessages} from '../../../messages/text.ts';
import {permissionMessages, permissionUses} from '../../../messages/team.ts';
import type {Slice} from './slice.ts';

export type AccessState = {
	team: Team | undefined;
	/** When the team was last read, epoch ms. */
	teamAt: number | undefined;
	/** Why the team is unknown, or why the credentials are refused. */
	problem: Failure | undefined;
	/** Why the last read of a known team failed. */
	teamProblem: Failure | undefined;
	serviceVersion: string | undefined;
	/** Extensions that the service has been seen to offer, and not to offer. */
	offered: ReadonlySet<EndpointName>;
	missing: ReadonlySet<EndpointName>;
	/** Permissions that the service's answers show these credentials to have or to lack. */
	permissions: ReadonlyMap<string, 'held' | 'lacking'>;
	/**
	How far the service's clock is ahead of ours, in ms, accurate to a second; undefined if its answers carry no date.
	*/
	skewMs: number | undefined;
};

export type AccessEvent =
	| {type: 'access/granted'; team: Team; at?: number}
	| {type: 'access/failed'; failure: Failure}
	| {type: 'access/teamFailed'; failure: Failure}
	| {type: 'access/versionRead'; version: string}
	| {type: 'access/offered'; endpoint: EndpointName}
	| {type: 'access/missed'; endpoint: EndpointName}
	| {type: 'access/learned'; permission: string; standing: 'held' | 'lacking'}
	| {type: 'access/skewRead'; skewMs: number};

/** Answers are dated to the second and take time to arrive, so a smaller change of the skew is noise. */
const skewStepMs = 1500;

export const accessSlice: Slice<AccessState, AccessEvent> = {
	initial: {
		team: undefined,
		teamAt: undefined,
		problem: undefined,
		teamProblem: undefined,
		serviceVersion: undefined,
		offered: new Set(),
		missing: new Set(),
		permissions: new Map(),
		skewMs: undefined,
	},
	reduce: reduceAccess,
};

function reduceAccess(state: AccessState, event: AccessEvent): AccessState {
	switch (event.type) {
		case 'access/granted':
			return {
				...state,
				team: event.team,
				teamAt: event.at ?? state.teamAt,
				problem: undefined,
				teamProblem: undefined,
			};
		case 'access/failed':
			return {...state, problem: event.failure};
		case 'access/teamFailed':
			return {...state, teamProblem: event.failure};
		case 'access/versionRead':
			return {...state, serviceVersion: event.version};
		case 'access/offered':
			return {
				...state,
				offered: new Set([...state.offered, event.endpoint]),
				missing: state.missing.difference(new Set([event.endpoint])),
			};
		case 'access/missed':
			return {...state, missing: new Set([...state.missing, event.endpoint])};
		case 'access/learned': {
			const {permission, standing} = event;
			return state.permissions.get(permission) === standing
				? state
				: {...state, permissions: withEntry(state.permissions, permission, standing)};
		}
		case 'access/skewRead': {
			const hasChanged = state.skewMs === undefined || Math.abs(event.skewMs - state.skewMs) >= skewStepMs;
			return hasChanged ? {...state, skewMs: event.skewMs} : state;
		}
	}
}

/** The smallest skew worth reporting: dates are only accurate to a second. */
const minNotableSkewMs = 3000;

/** Returns the skew in ms if it is too large to compare the service's times with ours by eye. */
export const notableSkew = ({skewMs}: Pick<AccessState, 'skewMs'>): number | undefined =>
	skewMs !== undefined && Math.abs(skewMs) >= minNotableSkewMs ? skewMs : undefined;

/** Returns the time on the service's clock. The age of everything that the service dated is relative to it. */
export const serviceTime = (access: AccessState, now: number): number => now + (notableSkew(access) ?? 0);

/**
Returns the time on the service's clock when ours shows `now`: by the dates of its answers, or else by the skew that a
console measured.
*/
export const serviceNow = (
	access: AccessState,
	buffer: {skewMs?: number | undefined} | undefined,
	now: number,
): number => (access.skewMs === undefined ? now - (buffer?.skewMs ?? 0) : serviceTime(access, now));

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
