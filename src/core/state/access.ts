import type {EndpointName} from '../../contract/endpoints/index.ts';
import type {Team} from '../../contract/models/team.ts';
import type {Failure} from '../failure.ts';

export type AccessState = {
	team: Team | undefined;
	/** Why the team is not known, or the credentials are refused. */
	problem: Failure | undefined;
	serviceVersion: string | undefined;
	/** Extensions that the service has shown not to have. */
	missing: ReadonlySet<EndpointName>;
};

export const initialAccess: AccessState = {
	team: undefined,
	problem: undefined,
	serviceVersion: undefined,
	missing: new Set(),
};

export type AccessEvent =
	| {type: 'access/granted'; team: Team}
	| {type: 'access/failed'; failure: Failure}
	| {type: 'access/versionRead'; version: string}
	| {type: 'access/missed'; endpoint: EndpointName};

export function reduceAccess(state: AccessState, event: AccessEvent): AccessState {
	switch (event.type) {
		case 'access/granted':
			return {...state, team: event.team, problem: undefined};
		case 'access/failed':
			return {...state, problem: event.failure};
		case 'access/versionRead':
			return {...state, serviceVersion: event.version};
		case 'access/missed':
			return {...state, missing: new Set([...state.missing, event.endpoint])};
	}
}
