import {randomBytes} from 'node:crypto';
import {permissions} from '../contract/permissions.ts';
import {requestCheckMessages} from '../messages/service-requests.ts';
import {isAllowed, type Account} from './accounts.ts';
import type {ServiceContext} from './context.ts';
import {addApplication} from './first-team.ts';
import {ownApplicationId, type ApplicationRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import {newSecret, tokenText} from './secret-text.ts';

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
	expiresAt?: number | undefined;
};

/** Stores an application with a new token, which is returned but not stored. */
export function issueToken(
	service: ServiceContext,
	{name, teamId, permissions: granted, memberId, createdBy, expiresAt}: NewToken,
): {application: ApplicationRecord; token: string} {
	const secret = newSecret();
	const application = addApplication(
		service,
		{
			id: freeId(service, name),
			name,
			teamId,
			permissions: granted,
			...(memberId !== undefined && {memberId}),
			...(createdBy !== undefined && {createdBy}),
			...(expiresAt !== undefined && {expiresAt}),
		},
		secret,
	);
	return {application, token: tokenText(application.id, secret)};
}

/** Returns a readable id that was never used before, such as `backup-bot-3f9a1c`. */
function freeId({store}: Pick<ServiceContext, 'store'>, name: string): string {
	const word = name
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 24);
	const id = `${word === '' ? 'token' : word}-${randomBytes(3).toString('hex')}`;
	return store.applications.get(id) ? freeId({store}, name) : id;
}

/** Removes an application and closes its connections at once. */
export function revokeApplication({store, endSessions}: ServiceContext, id: string): void {
	store.applications.remove(id);
	endSessions(id);
}

/** Returns the member behind an account: the one who uses the credentials, or who issued those of a program. */
export const issuerOf = ({memberId, createdBy}: Account): string | undefined => memberId ?? createdBy;

export function applicationsOfMember({store}: ServiceContext, memberId: string): ApplicationRecord[] {
	return store.applications.all().filter(application => application.memberId === memberId);
}
