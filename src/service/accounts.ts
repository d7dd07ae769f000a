import {timingSafeEqual} from 'node:crypto';
import type {Permission} from '../contract/permissions.ts';
import type {ApplicationRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import type {Store} from './store.ts';

/** The account behind a request, with its permissions. `teamId` is undefined for credentials that belong to no team. */
export type Account = {id: string; name: string; teamId: string | undefined; permissions: readonly string[]};
export type Caller = Account & {teamId: string};

/** Returns the value of a header by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/**
Returns the account of the credentials, or undefined if they are missing or wrong. The first of these decides:
`Application-Token`, `Application-Id` with `Application-Secret`, `Authorization: Bearer`. (Specification:
Authentication)
*/
export function accountOf(store: Store, header: HeaderOf): Account | undefined {
	const token = header('application-token');
	if (token !== undefined) return find(store, application => isSameSecret(application.token, token));
	const id = header('application-id');
	const secret = header('application-secret');
	if (id !== undefined || secret !== undefined) {
		if (id === undefined || secret === undefined) return undefined;
		return find(store, application => application.id === id && isSameSecret(application.secret, secret));
	}
	const bearer = /^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1];
	return bearer === undefined
		? undefined
		: find(store, application => isSameSecret(application.bearer, bearer));
}

/** Returns the account with its team. Throws `Refusal` if it has none. */
export function withTeam(store: Store, account: Account): Caller {
	const {teamId} = account;
	if (teamId === undefined || !store.teams.get(teamId)) throw new Refusal('TEAM_NOT_FOUND');
	return {...account, teamId};
}

export function checkPermission(caller: Account, permission: Permission | undefined): void {
	if (permission === undefined || isAllowed(caller, permission)) return;
	throw new Refusal(`missingPermission.${permission}`);
}

function isAllowed({permissions}: Account, permission: Permission): boolean {
	return permissions.includes('ALL') || permissions.includes(permission);
}

function find(store: Store, matches: (application: ApplicationRecord) => boolean): Account | undefined {
	for (const application of store.applications.all()) {
		if (!matches(application)) continue;
		const {id, name, teamId, permissions} = application;
		return {id, name, teamId, permissions};
	}
	return undefined;
}

function isSameSecret(known: string, presented: string): boolean {
	const [a, b] = [Buffer.from(known), Buffer.from(presented)];
	return a.length === b.length && a.length > 0 && timingSafeEqual(a, b);
}
