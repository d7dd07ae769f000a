import {randomBytes} from 'node:crypto';
import {permissions} from '../contract/permissions.ts';
import {requestCheckMessages} from '../messages/service-requests.ts';
import {isAllowed, type Account, type Grants} from './accounts.ts';
import type {ServiceContext} from './context.ts';
import {newApplication} from './first-team.ts';
import {ownApplicationId, type ApplicationRecord, type InviteRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import type {Reading, Transaction} from './repositories.ts';
import {newSecret, tokenText} from './secret-text.ts';
import {expiryOf} from './views.ts';

const known = new Set<string>([...permissions, 'VIEW_PROFILES', 'VIEW_TEAM']);

/** Throws `Refusal` unless the permissions exist and the caller has them: nobody can grant permissions that they lack. */
export function checkGrant(caller: Account, granted: readonly string[]): void {
	const unknown = granted.find(permission => !known.has(permission));
	if (unknown !== undefined)
		throw new Refusal('validation.failed', requestCheckMessages.unknownPermission(unknown));
	const missing = granted.find(permission => !isAllowed(caller, permission));
	if (missing !== undefined) throw new Refusal(`missingPermission.${missing}`);
}

/** Throws `Refusal` unless the caller has the owner's token: settings and folders reach beyond the service. */
export function checkOwner({id}: Account): void {
	if (id !== ownApplicationId) throw new Refusal('general.owner_only');
}

type NewToken = Pick<ApplicationRecord, 'name' | 'permissions'> & {
	teamId: string;
	memberId?: string | undefined;
	createdBy?: string | undefined;
	issuedWith?: string | undefined;
	expiresAt?: number | undefined;
	nodeId?: string | undefined;
};

/** Stores an application with a new token, which is returned but not stored. */
export async function issueToken(
	{clock}: Pick<ServiceContext, 'clock'>,
	records: Pick<Transaction, 'applications'>,
	{name, teamId, permissions: granted, memberId, createdBy, issuedWith, expiresAt, nodeId}: NewToken,
): Promise<{application: ApplicationRecord; token: string}> {
	const secret = newSecret();
	const application = newApplication(
		clock,
		{
			id: await freeId(records, name),
			name,
			teamId,
			permissions: granted,
			...(memberId !== undefined && {memberId}),
			...(createdBy !== undefined && {createdBy}),
			...(issuedWith !== undefined && {issuedWith}),
			...(expiresAt !== undefined && {expiresAt}),
			...(nodeId !== undefined && {nodeId}),
		},
		secret,
	);
	await records.applications.put(application);
	return {application, token: tokenText(application.id, secret)};
}

/** Returns a readable id that was never used before, such as `backup-bot-3f9a1c`. */
async function freeId(records: Pick<Reading, 'applications'>, name: string): Promise<string> {
	const word = name
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 24);
	const id = `${word === '' ? 'token' : word}-${randomBytes(3).toString('hex')}`;
	return (await records.applications.get(id)) ? freeId(records, name) : id;
}

/** Returns the applications of a team and everything that they issued, directly or indirectly. */
function withIssued(applications: readonly ApplicationRecord[], ids: readonly string[]): Set<string> {
	const found = new Set(ids);
	// The iteration includes elements that are added to the set in the meantime.
	for (const id of found)
		for (const {id: issued, issuedWith} of applications) if (issuedWith === id) found.add(issued);
	return found;
}

/** Counts the other valid tokens and invitations that end with a token. */
export const endsWithToken = (grants: Grants, id: string) => {
	const {tokens, invites} = endsWith(grants, [id]);
	return {issuedTokens: tokens.filter(token => token !== id).length, issuedInvites: invites.length};
};

/** Counts the valid tokens and invitations that end with a member. */
export const endsWithMember = (grants: Grants, memberId: string) => {
	const ids = applicationsOfMember(grants.applications, memberId).map(({id}) => id);
	const {tokens, invites} = endsWith(grants, ids, memberId);
	return {issuedTokens: tokens.length, issuedInvites: invites.length};
};

function endsWith(
	{team: {invites}, applications, now}: Grants,
	ids: readonly string[],
	memberId?: string,
): {tokens: string[]; invites: InviteRecord[]} {
	const all = withIssued(applications, ids);
	const ended = applications.filter(({id}) => all.has(id));
	return {
		tokens: ended.filter(({expiresAt = Infinity}) => expiresAt > now).map(({id}) => id),
		invites: invites.filter(
			invite =>
				expiryOf(invite) > now &&
				(all.has(invite.issuedWith ?? '') || (memberId !== undefined && invite.createdBy === memberId)),
		),
	};
}

/**
Removes an application and everything that it issued, directly or indirectly, and closes their connections immediately.
Otherwise a thief of a token could keep a second one.
*/
export async function revokeApplications(
	{endSessions}: ServiceContext,
	{applications, teams, afterCommit}: Transaction,
	teamId: string,
	ids: readonly string[],
): Promise<void> {
	const revoked = withIssued(await applications.ofTeam(teamId), ids);
	for (const id of revoked) await applications.remove(id);
	const team = await teams.get(teamId);
	if (team) {
		const invites = team.invites.filter(({issuedWith = ''}) => !revoked.has(issuedWith));
		await teams.put({...team, invites});
	}
	afterCommit(() => {
		for (const id of revoked) endSessions(id);
	});
}

/** Returns who issues something with an account: the member who uses the credentials, or who issued those of a program. */
export const issuerOf = ({id, memberId, createdBy}: Account) => ({
	createdBy: memberId ?? createdBy,
	...(id !== ownApplicationId && {issuedWith: id}),
});

/** Returns the applications that a member uses or has issued. */
export const applicationsOfMember = (applications: readonly ApplicationRecord[], id: string) =>
	applications.filter(({memberId, createdBy}) => memberId === id || createdBy === id);
