import {isoTime} from '../../lib/iso-time.ts';
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
import {isoOrNull, teamView} from '../views.ts';
import {checkInvites, isSameEmail} from './access.ts';
import type {HandlersOf} from './handlers-of.ts';

/** (Specification: Endpoints, Teams; public documentation: Team) */
export const teams = {
	myTeam: async ({strictSpec, clock}, caller, _request, records) => {
		const team = await ownTeam(records, caller, caller.teamId);
		const applications = await records.applications.ofTeam(team.id);
		const grants = {team, applications, now: clock.now()};
		const {members, ...view} = teamView(grants);
		if (strictSpec) return {...view, members};
		const counted = members.map(member => ({...member, ...endsWithMember(grants, member.id)}));
		return {...view, members: counted};
	},
	inviteMember: async (service, caller, {teamId, userEmail}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const isSame = ({email}: {email?: string}) => isSameEmail(email, userEmail);
		if (team.members.some(isSame)) throw new Refusal('validation.failed', requestCheckMessages.alreadyMember);
		const others = team.invites.filter(old => !isSame(old));
		checkInvites(service, others);
		const invite: InviteRecord = {id: service.newId(), email: userEmail, invitedAt: service.clock.now()};
		await records.teams.put({...team, invites: [...others, invite]});
	},
	withdrawInvite: async (_service, caller, {teamId, userEmail}, records) => {
		const team = await ownTeam(records, caller, teamId);
		// An invitation without an address has only its id.
		const invites = team.invites.filter(({id, email}) => !isSameEmail(email ?? id, userEmail));
		if (invites.length === team.invites.length) throw new Refusal('general.not_found');
		await records.teams.put({...team, invites});
	},
	kickMember: async (service, caller, {teamId, memberId}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const members = team.members.filter(({id}) => id !== memberId);
		if (members.length === team.members.length) throw new Refusal('general.not_found');
		if (memberId === team.ownerId) throw new Refusal('validation.failed', requestCheckMessages.ownerStays);
		// Otherwise they could come back with a token or invitation that they created earlier.
		const invites = team.invites.filter(({createdBy}) => createdBy !== memberId);
		const applications = await records.applications.ofTeam(teamId);
		const ids = applicationsOfMember(applications, memberId).map(({id}) => id);
		await records.teams.put({...team, members, invites});
		await revokeApplications(service, records, teamId, ids);
	},
	uploadTeamIcon: async ({clock, newId}, caller, {teamId, file}, records) => {
		const team = await ownTeam(records, caller, teamId);
		if (!pictureFacts(file)) throw new Refusal('validation.failed', requestCheckMessages.notAPicture);
		const {images, teams} = records;
		const base64 = Buffer.from(file).toString('base64');
		const image = await images.put({id: newId(), teamId, base64, createdAt: clock.now()});
		if (team.iconImageId !== undefined) await images.remove(team.iconImageId);
		await teams.put({...team, iconImageId: image.id});
	},
	setMemberPermissions: async (service, caller, {teamId, memberId, newPermissions}, records) => {
		const team = await ownTeam(records, caller, teamId);
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
		await records.teams.put({...team, members});
		// They must sign in again with the new permissions.
		const applications = await records.applications.ofTeam(teamId);
		records.afterCommit(() => {
			for (const {id} of applicationsOfMember(applications, memberId)) service.endSessions(id);
		});
	},
	listActions: async ({limits}, caller, {teamId, page, size}, records) => {
		await ownTeam(records, caller, teamId);
		const actions = await records.actions.ofTeam(teamId);
		return pageOf(limits, actions.toReversed(), {page, size}, ({createdAt, ...action}) => ({
			...action,
			createdAt: isoTime(createdAt),
		}));
	},
	listApplicationUsers: async ({clock}, caller, {teamId}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const applications = await records.applications.ofTeam(teamId);
		const grants = {team, applications, now: clock.now()};
		const nameOf = (wanted: string | undefined) => team.members.find(({id}) => id === wanted)?.name;
		return applications.map(application => {
			const {id, name, memberId, createdBy, createdAt, lastUsedAt, expiresAt} = application;
			return {
				id,
				name,
				permissions: [...(accountIn(application, team)?.permissions ?? [])],
				memberId,
				memberName: nameOf(memberId),
				createdByName: nameOf(createdBy),
				createdAt: isoOrNull(createdAt),
				lastUsedAt: isoOrNull(lastUsedAt),
				expiresAt: isoOrNull(expiresAt),
				...endsWithToken(grants, id),
			};
		});
	},
	removeApplicationUser: async (service, caller, {teamId, applicationId}, records) => {
		await ownTeam(records, caller, teamId);
		const application = await records.applications.get(applicationId);
		if (application?.teamId !== teamId) throw new Refusal('general.not_found');
		if (applicationId === ownApplicationId) throw new Refusal('team.owner_token');
		await revokeApplications(service, records, teamId, [applicationId]);
	},
	listNotifications: async (_service, caller, {teamId, onlyUnread = false}, records) => {
		await ownTeam(records, caller, teamId);
		const notifications = await records.notifications.ofTeam(teamId);
		return notifications
			.filter(({read}) => !(onlyUnread && read))
			.reverse()
			.map(({createdAt, ...notification}) => ({...notification, createdAt: isoTime(createdAt)}));
	},
	countUnreadNotifications: async (_service, caller, {teamId}, records) => {
		await ownTeam(records, caller, teamId);
		const notifications = await records.notifications.ofTeam(teamId);
		return notifications.filter(({read}) => !read).length;
	},
} satisfies HandlersOf<typeof rows>;
