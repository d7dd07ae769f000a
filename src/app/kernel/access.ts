import type {EndpointName} from '../../contract/endpoints/index.ts';
import type {Team} from '../../contract/models/team.ts';
import {withEntry} from '../../lib/maps.ts';
import type {Failure} from './failure.ts';
import type {Pixels} from './front-end.ts';

export type AccessState = {
	team: Team | undefined;
	/** When the team was read last. */
	teamAt: number | undefined;
	/** Why the team is not known, or the credentials are refused. */
	problem: Failure | undefined;
	/** Why the last reading of a team that is known failed. */
	teamProblem: Failure | undefined;
	serviceVersion: string | undefined;
	/** Extensions that the service has shown to have, and not to have. */
	offered: ReadonlySet<EndpointName>;
	missing: ReadonlySet<EndpointName>;
	/** Permissions that the service has shown these credentials to have, or to lack. */
	permissions: ReadonlyMap<string, 'held' | 'lacking'>;
	/** How far the service's clock is ahead of ours, ms, to a second; undefined: its answers carry no date. */
	skewMs: number | undefined;
	/** The icon of the team: what it is, and how it is drawn where it can be. */
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

/** The date of an answer is given to a second, and the way here takes time: less than this is nothing new, ms. */
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
			const isNews = state.skewMs === undefined || Math.abs(event.skewMs - state.skewMs) >= skewStepMs;
			return isNews ? {...state, skewMs: event.skewMs} : state;
		}
	}
}

/** From here on it is worth a word: dates are given to a second, ms. */
const worthSayingMs = 3000;

/** A clock that differs so much that times of the service and ours should not be compared by eye. */
export const notableSkew = ({skewMs}: AccessState): number | undefined =>
	skewMs !== undefined && Math.abs(skewMs) >= worthSayingMs ? skewMs : undefined;

/** What the service's clock shows: ages of what it has dated are counted from there. */
export const serviceTime = (access: AccessState, now: number): number => now + (notableSkew(access) ?? 0);

/**
What the service's clock shows when ours shows `now`: as the dates of its answers tell, else as far as what a console
heard does.
*/
export const serviceNow = (
	access: AccessState,
	heard: {skewMs?: number | undefined} | undefined,
	now: number,
): number => (access.skewMs === undefined ? now - (heard?.skewMs ?? 0) : serviceTime(access, now));
