import {randomBytes} from 'node:crypto';
import {permissions} from '../../contract/permissions.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import {type Account, isAllowed} from './accounts.ts';
import type {ServiceContext} from '../context.ts';
import {newApplication} from '../records/first-team.ts';
import {type ApplicationRecord, ownApplicationId} from '../records/records.ts';
import {Refusal} from '../http/refusal.ts';
import type {Reading, Transaction} from '../records/repositories.ts';
import {newSecret, tokenText} from './secrets.ts';

const knownPermissions = new Set<string>([...permissions, 'VIEW_PROFILES', 'VIEW_TEAM']);

/** Returns each permission once. Throws `Refusal` unless they exist and the caller has them: nobody can grant permissions that they lack. */
export function checkGrant(caller: Account, granted: readonly string[]): string[] {
	const unknown = granted.find(permission => !knownPermissions.has(permission));
	if (unknown !== undefined)
		throw new Refusal('validation.failed', requestCheckMessages.unknownPermission(unknown));
	checkRank(caller, granted);
	return [...new Set(granted)];
}

/** Throws `Refusal` if `held` has permissions that the caller lacks: nobody changes or ends what may do more. */
export function checkRank(caller: Account, held: readonly string[] = []): void {
	const missing = held.find(permission => !isAllowed(caller, permission));
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

/** Returns who issues something with an account: the member who uses the credentials, or who issued those of a program. */
export const issuerOf = ({id, memberId, createdBy}: Account) => ({
	createdBy: memberId ?? createdBy,
	...(id !== ownApplicationId && {issuedWith: id}),
});
