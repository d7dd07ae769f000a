import type {Clock} from '../lib/clock.ts';
import type {Permission} from '../contract/permissions.ts';
import {ownApplicationId, type ApplicationRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import {isSecret, tokenParts} from './secret-text.ts';
import type {Store} from './store.ts';

/**
The account behind a request, with its permissions. `id` is that of the application, `name` that of the member who uses
it, if any. `teamId` is undefined for credentials that belong to no team.
*/
export type Account = {
	id: string;
	name: string;
	teamId: string | undefined;
	memberId?: string;
	/** The member who issued the credentials of a program. */
	createdBy?: string;
	permissions: readonly string[];
	/** Epoch milliseconds. */
	expiresAt?: number;
};
export type Caller = Account & {teamId: string};

/** Returns the value of a header by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

type Records = {store: Store; clock: Clock};

/** How exactly the last use of credentials is stored. */
const lastUseMs = 60_000;

/**
Returns the account of the credentials, or undefined if they are missing, wrong or expired. The first of these decides:
`Application-Token`, `Application-Id` with `Application-Secret`, `Authorization: Bearer`. (Specification:
Authentication)
*/
export function accountOf({store, clock}: Records, header: HeaderOf): Account | undefined {
	const application = applicationOf(store, header);
	const account = application && accountIn(store, application);
	const now = clock.now();
	if (!account || (account.expiresAt ?? Infinity) <= now) return undefined;
	if (Math.abs(now - (application.lastUsedAt ?? 0)) >= lastUseMs)
		noteUse(store, {...application, lastUsedAt: now});
	return account;
}

/** A full disk must not lock anyone out: the time is only information. */
function noteUse(store: Store, application: ApplicationRecord): void {
	try {
		store.applications.put(application);
	} catch {
		// The next use tries it again.
	}
}

/** Returns whether the request has credentials of any form, even wrong ones. */
export const hasCredentials = (header: HeaderOf): boolean =>
	['application-token', 'application-id', 'application-secret', 'authorization'].some(
		name => header(name) !== undefined,
	);

function applicationOf(store: Store, header: HeaderOf): ApplicationRecord | undefined {
	const token = header('application-token');
	if (token !== undefined) return withToken(store, token);
	const id = header('application-id');
	const secret = header('application-secret');
	if (id !== undefined || secret !== undefined) {
		const application = store.applications.get(id ?? '');
		return application && accepts(application, secret ?? '') ? application : undefined;
	}
	const bearer = /^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1];
	return bearer === undefined ? undefined : withToken(store, bearer);
}

function withToken(store: Store, token: string): ApplicationRecord | undefined {
	const parts = tokenParts(token);
	// Tokens of earlier versions do not name their application.
	if (!parts) return store.applications.all().find(application => acceptsOlder(application, token));
	const application = store.applications.get(parts.applicationId);
	return application && accepts(application, parts.secret) ? application : undefined;
}

const accepts = (application: ApplicationRecord, secret: string): boolean =>
	isSecret(secret, application.secretHash) || acceptsOlder(application, secret);

const acceptsOlder = ({olderHashes = []}: ApplicationRecord, secret: string): boolean =>
	olderHashes.some(hash => isSecret(secret, hash));

/** Returns the account of an application, or undefined if its member has left the team. */
export function accountIn(store: Store, application: ApplicationRecord): Account | undefined {
	const {id, name, teamId, memberId, createdBy, permissions, expiresAt} = application;
	const more = {...(expiresAt !== undefined && {expiresAt}), ...(createdBy !== undefined && {createdBy})};
	if (memberId === undefined) return {id, name, teamId, permissions, ...more};
	const member = store.teams.get(teamId ?? '')?.members.find(other => other.id === memberId);
	if (!member) return undefined;
	const both = permissions.filter(each => isAllowed(member, each));
	// `ALL` means all permissions of the member.
	const allowed = permissions.includes('ALL') ? member.permissions : both;
	return {id, name: member.name, teamId, memberId, permissions: allowed, ...more};
}

/** Returns the name of the person or program behind an account; the owner's token has that of the team's owner. */
export function personOf(store: Store, {id, name, teamId}: Caller): string {
	const team = store.teams.get(teamId);
	if (id !== ownApplicationId) return name;
	return team?.members.find(member => member.id === team.ownerId)?.name ?? name;
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

export function isAllowed({permissions}: Pick<Account, 'permissions'>, permission: string): boolean {
	return permissions.includes('ALL') || permissions.includes(permission);
}
