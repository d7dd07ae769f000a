import {randomBytes} from 'node:crypto';
import {isoTime} from '../../../lib/time/ago.ts';
import type {access as rows} from '../../../contract/endpoints/access.ts';
import {requestCheckMessages} from '../../../messages/service.ts';
import {type Caller, isAllowed} from '../../access/accounts.ts';
import {ownTeam, type ServiceContext} from '../../context.ts';
import {checkGrant, checkOwner, checkRank, issuerOf, issueToken} from '../../access/grants.ts';
import type {InviteRecord, MemberRecord, TeamRecord} from '../../records/records.ts';
import {Refusal} from '../refusal.ts';
import type {Reading} from '../../records/repositories.ts';
import {hashOf} from '../../access/secrets.ts';
import {checkNewName, nameFromEmail} from '../../access/team-names.ts';
import {expiryOf, memberLabel} from '../../records/views.ts';
import type {HandlersOf} from './handlers-of.ts';

/** Digits and letters that are hard to confuse. (Crockford's base 32) */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a code of 100 random bits to read out or type, such as `7KQ2M-XFD9T-RWH4Z-A8B3C`. */
function newCode(): string {
	const text = [...randomBytes(20)].map(byte => letters[byte % 32]).join('');
	return text.match(/.{5}/g)?.join('-') ?? text;
}

/** Removes what people add or confuse when they type a code. */
function normalizeCode(typed: string): string {
	return typed
		.toUpperCase()
		.replaceAll(/[^0-9A-Z]/g, '')
		.replaceAll('O', '0')
		.replaceAll(/[IL]/g, '1');
}

const inviteSeconds = 7 * 24 * 60 * 60;

export const access = {
	createApplicationUser: async (service, caller, request, records) => {
		const {teamId, memberId, expiresInSeconds} = request;
		const team = await ownTeam(records, caller, teamId);
		const permissions = checkGrant(caller, request.permissions);
		const member = team.members.find(({id}) => id === memberId);
		if (memberId !== undefined && !member) throw new Refusal('general.not_found');
		// Otherwise a manager could act in the name of others.
		if (memberId !== undefined && memberId !== caller.memberId) checkOwner(caller);
		const now = service.clock.now();
		const all = await records.applications.ofTeam(teamId);
		const tokens = all.filter(token => (token.expiresAt ?? Infinity) > now);
		if (tokens.length >= service.limits.maxTokens) throw new Refusal('team.too_many_tokens');
		// A member's token may have the name of the member, under which it acts.
		const name =
			request.name === member?.name ? request.name : await checkNewName(service, records, team, request.name);
		const expiresAt = expiryFor(service, caller, expiresInSeconds);
		const granted = {name, teamId, permissions, memberId, ...issuerOf(caller), expiresAt};
		const {application, token} = await issueToken(service, records, granted);
		return {id: application.id, token, ...(expiresAt !== undefined && {expiresAt: isoTime(expiresAt)})};
	},
	createInviteCode: async (service, caller, request, records) => {
		const {teamId, userEmail: email} = request;
		const team = await ownTeam(records, caller, teamId);
		const permissions = checkGrant(caller, request.permissions);
		if (email !== undefined && team.members.some(member => isSameEmail(member.email, email)))
			throw new Refusal('team.already_member');
		checkRoom(team);
		const others = roomForInvite(service, withoutInvite(caller, team.invites, email));
		const name = await invitedName(service, records, {...team, invites: others}, request);
		const code = newCode();
		const invitedAt = service.clock.now();
		const expiresAt = expiryFor(service, caller, request.expiresInSeconds ?? inviteSeconds) ?? invitedAt;
		const {createdBy, issuedWith} = issuerOf(caller);
		const codeHash = hashOf(normalizeCode(code));
		const invite: InviteRecord = {
			id: service.newId(),
			...(email !== undefined && {email}),
			name,
			invitedAt,
			expiresAt,
			permissions,
			codeHash,
			...(createdBy !== undefined && {createdBy}),
			...(issuedWith !== undefined && {issuedWith}),
		};
		await records.teams.put({...team, invites: [...others, invite]});
		return {id: invite.id, code, expiresAt: isoTime(expiresAt)};
	},
	joinTeam: async (service, _caller, {code}, records) => {
		const {team, invite} = await inviteWith(records, service.clock.now(), hashOf(normalizeCode(code)));
		checkRoom(team);
		const member: MemberRecord = {
			id: service.newId(),
			name: memberLabel(invite),
			...(invite.email !== undefined && {email: invite.email}),
			permissions: grantedBy(team, invite),
			twoFAEnabled: false,
		};
		const invites = team.invites.filter(({id}) => id !== invite.id);
		await records.teams.put({...team, invites, members: [...team.members, member]});
		const {name, id: memberId} = member;
		const granted = {name, teamId: team.id, memberId, permissions: ['ALL']};
		const {application, token} = await issueToken(service, records, granted);
		return {teamId: team.id, memberId, applicationId: application.id, token};
	},
} satisfies HandlersOf<typeof rows>;

/** Returns the permissions of an invitation that the member who invited still has. */
function grantedBy({members}: TeamRecord, {permissions = [], createdBy}: InviteRecord): string[] {
	const inviter = members.find(({id}) => id === createdBy);
	return inviter ? permissions.filter(each => isAllowed(inviter, each)) : permissions;
}

/** Returns the expiry of credentials that the caller issues: no later than that of the caller's own credentials. */
function expiryFor(
	{clock}: ServiceContext,
	{expiresAt = Infinity}: Caller,
	seconds = Infinity,
): number | undefined {
	const expiry = Math.min(expiresAt, clock.now() + seconds * 1000);
	return expiry === Infinity ? undefined : expiry;
}

/** Returns the invitations without that of an address. Throws `Refusal` if it grants what the caller lacks. */
export function withoutInvite(
	caller: Caller,
	invites: readonly InviteRecord[],
	address: string | undefined,
): InviteRecord[] {
	const [removed = [], others = []] = [true, false].map(isRemoved =>
		invites.filter(
			// An invitation without an address has only its id.
			({id, email = id}) => (address !== undefined && isSameEmail(email, address)) === isRemoved,
		),
	);
	for (const {permissions} of removed) checkRank(caller, permissions);
	return others;
}

export const isSameEmail = (one: string | undefined, other: string): boolean =>
	one?.toLowerCase() === other.toLowerCase();

/**
Returns the invitations without the oldest expired ones, so that there is room for one more. Throws `Refusal` if too many are
open.
*/
export function roomForInvite(
	{limits: {maxInvites}, clock}: ServiceContext,
	invites: readonly InviteRecord[],
): InviteRecord[] {
	const now = clock.now();
	const expired = invites.filter(invite => expiryOf(invite) <= now);
	const room = maxInvites - 1 - (invites.length - expired.length);
	if (room < 0) throw new Refusal('team.too_many_invites');
	const dropped = new Set(expired.slice(0, Math.max(0, expired.length - room)));
	return invites.filter(invite => !dropped.has(invite));
}

/** Returns the name of someone who is invited: the given one, which nobody else has, or one from the address. */
export async function invitedName(
	service: ServiceContext,
	records: Pick<Reading, 'applications'>,
	team: TeamRecord,
	{name, userEmail}: {name?: string | undefined; userEmail?: string | undefined},
): Promise<string> {
	if (name !== undefined) return checkNewName(service, records, team, name);
	if (userEmail !== undefined) return nameFromEmail(service, records, team, userEmail);
	throw new Refusal('validation.failed', requestCheckMessages.nobodyInvited);
}

function checkRoom({members, limits}: TeamRecord): void {
	if (members.length >= limits.maxMembers) throw new Refusal('team.full');
}

/** Returns the invitation for a code. The reason for a refusal is not disclosed. */
async function inviteWith(
	{teams}: Pick<Reading, 'teams'>,
	now: number,
	hash: string,
): Promise<{team: TeamRecord; invite: InviteRecord}> {
	const team = await teams.withInvite(hash);
	const invite = team?.invites.find(({codeHash}) => codeHash === hash);
	if (!team || !invite || expiryOf(invite) <= now) throw new Refusal('team.wrong_code');
	return {team, invite};
}
