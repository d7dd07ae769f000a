import type {teams as rows} from '../../contract/endpoints/teams.ts';
import {pictureFacts} from '../../contract/pictures.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {ownTeam} from '../context.ts';
import {accountIn} from '../accounts.ts';
import {
	applicationsOfMember,
	checkGrant,
	checkOwner,
	endsWithMember,
	endsWithToken,
	revokeApplications,
} from '../grants.ts';
import {pageOf} from '../pages.ts';
import {ownApplicationId, type InviteRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {iso, isoOrNull, teamView} from '../views.ts';
import {checkInvites, isSameEmail} from './access.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';

/** (Specification: Endpoints, Teams; public documentation: Team) */
export const teams = {
	myTeam: (service, caller) => {
		const team = ownTeam(service, caller, caller.teamId);
		const {members, ...view} = teamView(service, team);
		if (service.strictSpec) return {...view, members};
		const counted = members.map(member => ({...member, ...endsWithMember(service, team, member.id)}));
		return {...view, members: counted};
	},
	inviteMember: (service, caller, {teamId, userEmail}) => {
		const team = ownTeam(service, caller, teamId);
		const isSame = ({email}: {email?: string}) => isSameEmail(email, userEmail);
		if (team.members.some(isSame)) throw new Refusal('validation.failed', requestCheckMessages.alreadyMember);
		const others = team.invites.filter(old => !isSame(old));
		checkInvites(service, others);
		const invite: InviteRecord = {id: service.newId(), email: userEmail, invitedAt: service.clock.now()};
		service.store.teams.put({...team, invites: [...others, invite]});
	},
	withdrawInvite: (service, caller, {teamId, userEmail}) => {
		const team = ownTeam(service, caller, teamId);
		// An invitation without an address has only its id.
		const invites = team.invites.filter(({id, email}) => !isSameEmail(email ?? id, userEmail));
		if (invites.length === team.invites.length) throw new Refusal('general.not_found');
		service.store.teams.put({...team, invites});
	},
	kickMember: (service, caller, {teamId, memberId}) => {
		const team = ownTeam(service, caller, teamId);
		const members = team.members.filter(({id}) => id !== memberId);
		if (members.length === team.members.length) throw new Refusal('general.not_found');
		if (memberId === team.ownerId) throw new Refusal('validation.failed', requestCheckMessages.ownerStays);
		// Otherwise they could come back with a token or invitation that they created earlier.
		const invites = team.invites.filter(({createdBy}) => createdBy !== memberId);
		const ids = applicationsOfMember(service, memberId).map(({id}) => id);
		service.store.teams.put({...team, members, invites});
		revokeApplications(service, teamId, ids);
	},
	uploadTeamIcon: (service, caller, {teamId, file}) => {
		const team = ownTeam(service, caller, teamId);
		if (!pictureFacts(file)) throw new Refusal('validation.failed', requestCheckMessages.notAPicture);
		const {store, clock, newId} = service;
		const base64 = Buffer.from(file).toString('base64');
		const image = store.images.put({id: newId(), teamId, base64, createdAt: clock.now()});
		if (team.iconImageId !== undefined) store.images.remove(team.iconImageId);
		store.teams.put({...team, iconImageId: image.id});
	},
	setMemberPermissions: (service, caller, {teamId, memberId, newPermissions}) => {
		const team = ownTeam(service, caller, teamId);
		const member = team.members.find(({id}) => id === memberId);
		if (!member) throw new Refusal('general.not_found');
		if (memberId === team.ownerId) checkOwner(caller);
		checkGrant(
			caller,
			newPermissions.filter(permission => !member.permissions.includes(permission)),
		);
		const members = team.members.map(member =>
			member.id === memberId ? {...member, permissions: newPermissions} : member,
		);
		service.store.teams.put({...team, members});
		// They must sign in again with the new permissions.
		for (const {id} of applicationsOfMember(service, memberId)) service.endSessions(id);
	},
	listActions: (service, caller, {teamId, page, size}) => {
		ownTeam(service, caller, teamId);
		const actions = service.store.actions
			.all()
			.filter(action => action.teamId === teamId)
			.reverse();
		return pageOf(service.limits, actions, {page, size}, ({createdAt, ...action}) => ({
			...action,
			createdAt: iso(createdAt),
		}));
	},
	listApplicationUsers: (service, caller, {teamId}) => {
		const team = ownTeam(service, caller, teamId);
		return service.store.applications
			.all()
			.filter(application => application.teamId === teamId)
			.map(application => {
				const {id, name, memberId, createdBy, createdAt, lastUsedAt, expiresAt} = application;
				const nameOf = (wanted: string | undefined) =>
					team.members.find(member => member.id === wanted)?.name;
				return {
					id,
					name,
					permissions: [...(accountIn(service.store, application)?.permissions ?? [])],
					memberId,
					memberName: nameOf(memberId),
					createdByName: nameOf(createdBy),
					createdAt: isoOrNull(createdAt),
					lastUsedAt: isoOrNull(lastUsedAt),
					expiresAt: isoOrNull(expiresAt),
					...endsWithToken(service, team, id),
				};
			});
	},
	removeApplicationUser: (service, caller, {teamId, applicationId}) => {
		ownTeam(service, caller, teamId);
		if (service.store.applications.get(applicationId)?.teamId !== teamId)
			throw new Refusal('general.not_found');
		if (applicationId === ownApplicationId) throw new Refusal('team.owner_token');
		revokeApplications(service, teamId, [applicationId]);
	},
	listNotifications: (service, caller, {teamId, onlyUnread = false}) => {
		ownTeam(service, caller, teamId);
		return service.store.notifications
			.all()
			.filter(notification => notification.teamId === teamId && !(onlyUnread && notification.read))
			.reverse()
			.map(({createdAt, ...notification}) => ({...notification, createdAt: iso(createdAt)}));
	},
	countUnreadNotifications: (service, caller, {teamId}) => {
		ownTeam(service, caller, teamId);
		return service.store.notifications
			.all()
			.filter(notification => notification.teamId === teamId && !notification.read).length;
	},
} satisfies SynchronousHandlersOf<typeof rows>;
