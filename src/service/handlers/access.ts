import type {access as rows} from '../../contract/endpoints/access.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import type {Caller} from '../accounts.ts';
import {ownTeam, type ServiceContext} from '../context.ts';
import {checkGrant, checkOwner, issueToken, issuerOf} from '../grants.ts';
import {recordAction} from '../history.ts';
import {newCode, normalizeCode} from '../invite-code.ts';
import type {InviteRecord, MemberRecord, TeamRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {hashOf, isSecret} from '../secret-text.ts';
import {expiryOf, iso, memberLabel} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

const inviteSeconds = 7 * 24 * 60 * 60;

export const access = {
	createApplicationUser: (service, caller, {teamId, name, permissions, memberId, expiresInSeconds}) => {
		const team = ownTeam(service, caller, teamId);
		checkGrant(caller, permissions);
		if (memberId !== undefined && !team.members.some(({id}) => id === memberId))
			throw new Refusal('general.not_found');
		// Otherwise a manager could act in the name of others.
		if (memberId !== undefined && memberId !== caller.memberId) checkOwner(caller);
		const expiresAt = expiryFor(service, caller, expiresInSeconds);
		const createdBy = issuerOf(caller);
		const granted = {name, teamId, permissions, memberId, createdBy, expiresAt};
		const {application, token} = issueToken(service, granted);
		return {id: application.id, token, ...(expiresAt !== undefined && {expiresAt: iso(expiresAt)})};
	},
	createInviteCode: (service, caller, request) => {
		const {teamId, name, userEmail: email, permissions} = request;
		const team = ownTeam(service, caller, teamId);
		checkGrant(caller, permissions);
		if (name === undefined && email === undefined)
			throw new Refusal('validation.failed', requestCheckMessages.nobodyInvited);
		if (email !== undefined && team.members.some(member => isSameEmail(member.email, email)))
			throw new Refusal('team.already_member');
		checkRoom(team);
		const code = newCode();
		const invitedAt = service.clock.now();
		const expiresAt = expiryFor(service, caller, request.expiresInSeconds ?? inviteSeconds) ?? invitedAt;
		const createdBy = issuerOf(caller);
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
		};
		const others = team.invites.filter(other => email === undefined || !isSameEmail(other.email, email));
		service.store.teams.put({...team, invites: [...others, invite]});
		return {id: invite.id, code, expiresAt: iso(expiresAt)};
	},
	joinTeam: (service, _caller, {code}) => {
		const {store, newId} = service;
		const {team, invite} = inviteWith(service, normalizeCode(code));
		checkRoom(team);
		const member: MemberRecord = {
			id: newId(),
			name: memberLabel(invite),
			...(invite.email !== undefined && {email: invite.email}),
			permissions: invite.permissions ?? [],
			twoFAEnabled: false,
		};
		return store.atomically(() => {
			const invites = team.invites.filter(({id}) => id !== invite.id);
			store.teams.put({...team, invites, members: [...team.members, member]});
			const {name, id: memberId} = member;
			const granted = {name, teamId: team.id, memberId, permissions: ['ALL']};
			const {application, token} = issueToken(service, granted);
			const caller = {id: application.id, name, teamId: team.id, memberId, permissions: []};
			recordAction(service, caller, 'joinTeam', {memberId});
			return {teamId: team.id, memberId, applicationId: application.id, token};
		});
	},
} satisfies HandlersOf<typeof rows>;

/** Returns when something that the caller issues expires: not after the caller's own credentials. */
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

function checkRoom({members, limits}: TeamRecord): void {
	if (members.length >= limits.maxMembers) throw new Refusal('team.full');
}

/** Returns the invitation for the code. The reason for a refusal is not disclosed. */
function inviteWith({store, clock}: ServiceContext, code: string): {team: TeamRecord; invite: InviteRecord} {
	for (const team of store.teams.all()) {
		const invite = team.invites.find(({codeHash}) => codeHash !== undefined && isSecret(code, codeHash));
		if (invite && expiryOf(invite) > clock.now()) return {team, invite};
	}
	throw new Refusal('team.wrong_code');
}
