import type {EndpointName} from '../../contract/endpoints/index.ts';
import type {Team} from '../../contract/models/team.ts';
import {withEntry} from '../../lib/maps.ts';
import type {Failure} from './failure.ts';
import type {Pixels} from './front-end.ts';

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
	/** The team's icon: what it shows, and its pixels where the terminal can draw it. */
	icon: {imageId: string; about: string; pixels: Pixels | undefined} | undefined;
};

export const initialAccess: AccessState = {
	team: undefined,
	teamAt: undefined,
	problem: undefined,
	teamProblem: undefined,
	serviceVersion: undefined,
	offered: new Set(),
	missing: new Set(),
	permissions: new Map(),
	skewMs: undefined,
	icon: undefined,
};

export type AccessEvent =
	| {type: 'access/granted'; team: Team; at?: number}
	| {type: 'access/failed'; failure: Failure}
	| {type: 'access/teamFailed'; failure: Failure}
	| {type: 'access/versionRead'; version: string}
	| {type: 'access/offered'; endpoint: EndpointName}
	| {type: 'access/missed'; endpoint: EndpointName}
	| {type: 'access/learned'; permission: string; standing: 'held' | 'lacking'}
	| {type: 'access/skewRead'; skewMs: number}
	| {type: 'access/iconRead'; icon: NonNullable<AccessState['icon']>};

/** Answers are dated to the second and take time to arrive, so a smaller change of the skew is noise. */
const skewStepMs = 1500;

export function reduceAccess(state: AccessState, event: AccessEvent): AccessState {
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
		case 'access/iconRead':
			return {...state, icon: event.icon};
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

/** Returns the time on the service's clock. Ages of anything it dated are counted from there. */
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
