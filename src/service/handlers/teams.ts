import type {teams as rows} from '../../contract/endpoints/teams.ts';
import {permissions} from '../../contract/permissions.ts';
import {pictureFacts} from '../../contract/pictures.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {ownTeam} from '../context.ts';
import {pageOf} from '../pages.ts';
import type {InviteRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {iso, teamView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

const known = new Set<string>([...permissions, 'VIEW_PROFILES', 'VIEW_TEAM']);

/** (Specification: Endpoints, Teams; public documentation: Team) */
export const teams = {
	myTeam: (service, caller) => teamView(service, ownTeam(service, caller, caller.teamId)),
	inviteMember: (service, caller, {teamId, userEmail}) => {
		const team = ownTeam(service, caller, teamId);
		const isSame = ({email}: {email: string}) => email.toLowerCase() === userEmail.toLowerCase();
		if (team.members.some(isSame)) throw new Refusal('validation.failed', requestCheckMessages.alreadyMember);
		const invite: InviteRecord = {id: service.newId(), email: userEmail, invitedAt: service.clock.now()};
		service.store.teams.put({...team, invites: [...team.invites.filter(old => !isSame(old)), invite]});
	},
	withdrawInvite: (service, caller, {teamId, userEmail}) => {
		const team = ownTeam(service, caller, teamId);
		const invites = team.invites.filter(({email}) => email.toLowerCase() !== userEmail.toLowerCase());
		if (invites.length === team.invites.length) throw new Refusal('general.not_found');
		service.store.teams.put({...team, invites});
	},
	kickMember: (service, caller, {teamId, memberId}) => {
		const team = ownTeam(service, caller, teamId);
		const members = team.members.filter(({id}) => id !== memberId);
		if (members.length === team.members.length) throw new Refusal('general.not_found');
		if (memberId === team.ownerId) throw new Refusal('validation.failed', requestCheckMessages.ownerStays);
		service.store.teams.put({...team, members});
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
		if (!team.members.some(({id}) => id === memberId)) throw new Refusal('general.not_found');
		const unknown = newPermissions.find(permission => !known.has(permission));
		if (unknown !== undefined)
			throw new Refusal('validation.failed', requestCheckMessages.unknownPermission(unknown));
		const members = team.members.map(member =>
			member.id === memberId ? {...member, permissions: newPermissions} : member,
		);
		service.store.teams.put({...team, members});
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
		ownTeam(service, caller, teamId);
		return service.store.applications
			.all()
			.filter(application => application.teamId === teamId)
			.map(({id, name, permissions}) => ({id, name, permissions}));
	},
	removeApplicationUser: (service, caller, {teamId, applicationId}) => {
		ownTeam(service, caller, teamId);
		if (service.store.applications.get(applicationId)?.teamId !== teamId)
			throw new Refusal('general.not_found');
		service.store.applications.remove(applicationId);
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
} satisfies HandlersOf<typeof rows>;
