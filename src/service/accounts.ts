import type {Clock} from '../lib/clock.ts';
import type {Permission} from '../contract/permissions.ts';
import {ownApplicationId, type ApplicationRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import {comparisonWith, tokenParts} from './secret-text.ts';
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
	/** The member who issued the credentials. */
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
	if (!application || application.nodeId !== undefined) return undefined;
	const account = accountIn(store, application);
	const now = clock.now();
	if (!account || (account.expiresAt ?? Infinity) <= now) return undefined;
	if (Math.abs(now - (application.lastUsedAt ?? 0)) >= lastUseMs)
		recordUse(store, {...application, lastUsedAt: now});
	return account;
}

/** Returns the application of a linked node, and records its use. Its token allows nothing else. */
export function nodeTokenOf(
	{store, clock}: Records,
	header: HeaderOf,
): (ApplicationRecord & {nodeId: string}) | undefined {
	const application = applicationOf(store, header);
	if (application?.nodeId === undefined || !store.nodes.get(application.nodeId)?.link) return undefined;
	recordUse(store, {...application, lastUsedAt: clock.now()});
	return {...application, nodeId: application.nodeId};
}

/** Stores the time of use. It is only informative, so a full disk must not lock anyone out. */
function recordUse(store: Store, application: ApplicationRecord): void {
	try {
		store.applications.put(application);
	} catch {
		// The next use retries.
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
		return withSecret(store, id ?? '', secret ?? '');
	}
	const bearer = bearerIn(header);
	return bearer === undefined ? undefined : withToken(store, bearer);
}

const bearerIn = (header: HeaderOf): string | undefined =>
	/^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1];

/** Returns the id of the application that credentials name, even wrong ones, or undefined if they name none. */
export function namedApplication(header: HeaderOf): string | undefined {
	const token = header('application-token') ?? bearerIn(header) ?? '';
	return tokenParts(token)?.applicationId ?? header('application-id');
}

function withToken(store: Store, token: string): ApplicationRecord | undefined {
	const parts = tokenParts(token);
	// Tokens of earlier versions do not name their application.
	if (parts) return withSecret(store, parts.applicationId, parts.secret);
	const isIt = comparisonWith(token);
	return store.applications.all().find(({olderHashes}) => olderHashes?.some(isIt));
}

/** Takes as long for an unknown id as for a wrong secret, so that ids cannot be probed. */
function withSecret(store: Store, id: string, secret: string): ApplicationRecord | undefined {
	const application = store.applications.get(id);
	const {secretHash = '', olderHashes = []} = application ?? {};
	return [secretHash, ...olderHashes].some(comparisonWith(secret)) ? application : undefined;
}

/** Returns the account of an application, or undefined if its member, or the one who issued it, has left the team. */
export function accountIn(store: Store, application: ApplicationRecord): Account | undefined {
	const {id, name, teamId, memberId, createdBy, permissions, expiresAt} = application;
	const more = {...(expiresAt !== undefined && {expiresAt}), ...(createdBy !== undefined && {createdBy})};
	const limiting = memberId ?? createdBy;
	if (limiting === undefined) return {id, name, teamId, permissions, ...more};
	const member = store.teams.get(teamId ?? '')?.members.find(other => other.id === limiting);
	if (!member) return undefined;
	const both = permissions.filter(each => isAllowed(member, each));
	// `ALL` means all permissions of the member.
	const allowed = permissions.includes('ALL') ? member.permissions : both;
	if (memberId === undefined) return {id, name, teamId, permissions: allowed, ...more};
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
