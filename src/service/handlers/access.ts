import {isoTime} from '../../lib/iso-time.ts';
import type {access as rows} from '../../contract/endpoints/access.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {isAllowed, type Caller} from '../accounts.ts';
import {ownTeam, type ServiceContext} from '../context.ts';
import {checkGrant, checkOwner, issueToken, issuerOf} from '../grants.ts';
import {recordAction} from '../history.ts';
import {newCode, normalizeCode} from '../invite-code.ts';
import type {InviteRecord, MemberRecord, TeamRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import type {Reading} from '../repositories.ts';
import {hashOf} from '../secret-text.ts';
import {expiryOf, memberLabel} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

const inviteSeconds = 7 * 24 * 60 * 60;

export const access = {
	createApplicationUser: async (service, caller, request, records) => {
		const {teamId, name, permissions, memberId, expiresInSeconds} = request;
		const team = await ownTeam(records, caller, teamId);
		checkGrant(caller, permissions);
		if (memberId !== undefined && !team.members.some(({id}) => id === memberId))
			throw new Refusal('general.not_found');
		// Otherwise a manager could act in the name of others.
		if (memberId !== undefined && memberId !== caller.memberId) checkOwner(caller);
		const now = service.clock.now();
		const all = await records.applications.ofTeam(teamId);
		const tokens = all.filter(token => (token.expiresAt ?? Infinity) > now);
		if (tokens.length >= service.limits.maxTokens) throw new Refusal('team.too_many_tokens');
		const expiresAt = expiryFor(service, caller, expiresInSeconds);
		const granted = {name, teamId, permissions, memberId, ...issuerOf(caller), expiresAt};
		const {application, token} = await issueToken(service, records, granted);
		return {id: application.id, token, ...(expiresAt !== undefined && {expiresAt: isoTime(expiresAt)})};
	},
	createInviteCode: async (service, caller, request, records) => {
		const {teamId, name, userEmail: email, permissions} = request;
		const team = await ownTeam(records, caller, teamId);
		checkGrant(caller, permissions);
		if (name === undefined && email === undefined)
			throw new Refusal('validation.failed', requestCheckMessages.nobodyInvited);
		if (email !== undefined && team.members.some(member => isSameEmail(member.email, email)))
			throw new Refusal('team.already_member');
		checkRoom(team);
		const others = team.invites.filter(other => email === undefined || !isSameEmail(other.email, email));
		checkInvites(service, others);
		const code = newCode();
		const invitedAt = service.clock.now();
		const expiresAt = expiryFor(service, caller, request.expiresInSeconds ?? inviteSeconds) ?? invitedAt;
		const {createdBy, issuedWith} = issuerOf(caller);
		const codeHash = hashOf(normalizeCode(code));
		const invite: InviteRecord = {
			id: service.newId(),
			...(email !== undefined && {email}),
			...(name !== undefined && {name}),
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
		const caller = {id: application.id, name, teamId: team.id, memberId, permissions: []};
		await recordAction(service, records, caller, 'joinTeam', {memberId});
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

export const isSameEmail = (one: string | undefined, other: string): boolean =>
	one?.toLowerCase() === other.toLowerCase();

/** Throws `Refusal` if the team has too many open invitations. Expired ones stay in the records, but do not count. */
export function checkInvites({limits, clock}: ServiceContext, others: readonly InviteRecord[]): void {
	const now = clock.now();
	if (others.filter(invite => expiryOf(invite) > now).length >= limits.maxInvites)
		throw new Refusal('team.too_many_invites');
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
