import type {Permission} from '../../contract/permissions.ts';
import {type ApplicationRecord, ownApplicationId, type TeamRecord} from '../records/records.ts';
import {Refusal} from '../http/refusal.ts';
import type {Reading} from '../records/repositories.ts';
import {isSecret, tokenParts} from './secrets.ts';

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

/** A team with all its applications, now. */
export type Grants = {team: TeamRecord; applications: readonly ApplicationRecord[]; now: number};

/** Returns the value of a header by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

type Accounts = Pick<Reading, 'applications' | 'teams'>;

/** Credentials that are valid now. */
export type SignedIn = {account: Account; application: ApplicationRecord};

/**
Returns the account of the credentials, or undefined if they are missing, wrong or expired. The first of these decides:
`Application-Token`, `Application-Id` with `Application-Secret`, `Authorization: Bearer`. (Specification:
Authentication)
*/
export async function signedIn(
	records: Accounts,
	now: number,
	header: HeaderOf,
): Promise<SignedIn | undefined> {
	const application = await applicationOf(records, header);
	// The token of a linked node allows nothing else.
	if (!application || application.nodeId !== undefined || isExpired(application, now)) return undefined;
	const account = accountIn(application, await records.teams.get(application.teamId ?? ''));
	return account && {account, application};
}

/** Returns the id of the application of credentials that were right and have expired. */
export async function expiredIn(
	records: Accounts,
	now: number,
	header: HeaderOf,
): Promise<string | undefined> {
	const application = await applicationOf(records, header);
	return application && isExpired(application, now) ? application.id : undefined;
}

const isExpired = ({expiresAt = Infinity}: ApplicationRecord, now: number): boolean => expiresAt <= now;

/** Returns whether the request has credentials of any form, even wrong ones. */
export const hasCredentials = (header: HeaderOf): boolean =>
	['application-token', 'application-id', 'application-secret', 'authorization'].some(
		name => header(name) !== undefined,
	);

async function applicationOf(records: Accounts, header: HeaderOf): Promise<ApplicationRecord | undefined> {
	const token = header('application-token');
	if (token !== undefined) return withToken(records, token);
	const id = header('application-id');
	const secret = header('application-secret');
	if (id !== undefined || secret !== undefined) {
		return withSecret(records, id ?? '', secret ?? '');
	}
	const bearer = bearerIn(header);
	return bearer === undefined ? undefined : withToken(records, bearer);
}

export const bearerIn = (header: HeaderOf): string | undefined =>
	/^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1];

/** Returns the id of the application that credentials name, even wrong ones, or undefined if they name none. */
export function namedApplication(header: HeaderOf): string | undefined {
	const token = header('application-token') ?? bearerIn(header) ?? '';
	return tokenParts(token)?.applicationId ?? header('application-id');
}

async function withToken(records: Accounts, token: string): Promise<ApplicationRecord | undefined> {
	const parts = tokenParts(token);
	return parts && withSecret(records, parts.applicationId, parts.secret);
}

/** Takes as long for an unknown id as for a wrong secret, so that ids cannot be probed. */
async function withSecret(
	{applications}: Accounts,
	id: string,
	secret: string,
): Promise<ApplicationRecord | undefined> {
	const application = await applications.get(id);
	return isSecret(secret, application?.secretHash ?? '') ? application : undefined;
}

/** Returns the account of an application, or undefined if its member, or the one who issued it, has left its team. */
export function accountIn(application: ApplicationRecord, team: TeamRecord | undefined): Account | undefined {
	const {id, name, teamId, memberId, createdBy, permissions, expiresAt} = application;
	const more = {...(expiresAt !== undefined && {expiresAt}), ...(createdBy !== undefined && {createdBy})};
	const limiting = memberId ?? createdBy;
	if (limiting === undefined) return {id, name, teamId, permissions, ...more};
	const member = team?.members.find(other => other.id === limiting);
	if (!member) return undefined;
	const both = permissions.filter(each => isAllowed(member, each));
	// `ALL` means all permissions of the member.
	const allowed = permissions.includes('ALL') ? member.permissions : both;
	if (memberId === undefined) return {id, name, teamId, permissions: allowed, ...more};
	return {id, name: member.name, teamId, memberId, permissions: allowed, ...more};
}

/** Returns the name of the person or program behind an account; the owner's token has that of the team's owner. */
export async function personOf({teams}: Pick<Reading, 'teams'>, {id, name, teamId}: Caller): Promise<string> {
	if (id !== ownApplicationId) return name;
	const team = await teams.get(teamId);
	return team?.members.find(member => member.id === team.ownerId)?.name ?? name;
}

/** Returns the account with its team. Throws `Refusal` if it has none. */
export async function withTeam({teams}: Pick<Reading, 'teams'>, account: Account): Promise<Caller> {
	const {teamId} = account;
	if (teamId === undefined || !(await teams.get(teamId))) throw new Refusal('TEAM_NOT_FOUND');
	return {...account, teamId};
}

export function checkPermission(caller: Account, permission: Permission | undefined): void {
	if (permission === undefined || isAllowed(caller, permission)) return;
	throw new Refusal(`missingPermission.${permission}`);
}

export function isAllowed({permissions}: Pick<Account, 'permissions'>, permission: string): boolean {
	return permissions.includes('ALL') || permissions.includes(permission);
}
