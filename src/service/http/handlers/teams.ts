import {isoTime} from '../../../lib/time/ago.ts';
import type {teams as rows} from '../../../contract/endpoints/teams.ts';
import {pictureFacts} from '../../../contract/pictures.ts';
import {requestCheckMessages} from '../../../messages/service.ts';
import {ownTeam} from '../../context.ts';
import {accountIn} from '../../access/accounts.ts';
import {checkGrant, checkOwner, checkRank, issuerOf} from '../../access/grants.ts';
import {applicationsOfMember, describeEnds, loadIssued, revoke} from '../../access/revocation.ts';
import {pageOf, rangeOf} from '../pages.ts';
import {type InviteRecord, ownApplicationId} from '../../records/records.ts';
import {Refusal} from '../refusal.ts';
import {isoOrNull, teamView} from '../../records/views.ts';
import {invitedName, isSameEmail, roomForInvite, withoutInvite} from './access.ts';
import type {HandlersOf} from './handlers-of.ts';

/** (Specification: Endpoints, Teams; public documentation: Team) */
export const teams = {
	myTeam: async ({strictSpec, clock}, caller, _request, records) => {
		const team = await ownTeam(records, caller, caller.teamId);
		const applications = await records.applications.ofTeam(team.id);
		const now = clock.now();
		const {members, ...view} = teamView({team, applications, now});
		if (strictSpec) return {...view, members};
		const issued = await loadIssued(records, team, now);
		const described = members.map(member => ({...member, ...describeEnds(issued, {memberId: member.id})}));
		return {...view, members: described};
	},
	inviteMember: async (service, caller, {teamId, userEmail}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const isSame = ({email}: {email?: string}) => isSameEmail(email, userEmail);
		if (team.members.some(isSame)) throw new Refusal('validation.failed', requestCheckMessages.alreadyMember);
		const others = roomForInvite(service, withoutInvite(caller, team.invites, userEmail));
		const name = await invitedName(service, records, {...team, invites: others}, {userEmail});
		const {createdBy, issuedWith} = issuerOf(caller);
		const invite: InviteRecord = {
			id: service.newId(),
			email: userEmail,
			name,
			invitedAt: service.clock.now(),
			...(createdBy !== undefined && {createdBy}),
			...(issuedWith !== undefined && {issuedWith}),
		};
		await records.teams.put({...team, invites: [...others, invite]});
	},
	withdrawInvite: async (_service, caller, {teamId, userEmail}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const invites = withoutInvite(caller, team.invites, userEmail);
		if (invites.length === team.invites.length) throw new Refusal('general.not_found');
		await records.teams.put({...team, invites});
	},
	kickMember: async (service, caller, {teamId, memberId}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const member = team.members.find(({id}) => id === memberId);
		if (!member) throw new Refusal('general.not_found');
		checkRank(caller, member.permissions);
		if (memberId === team.ownerId) throw new Refusal('validation.failed', requestCheckMessages.ownerStays);
		const members = team.members.filter(({id}) => id !== memberId);
		await records.teams.put({...team, members});
		await revoke(service, records, {teamId, root: {memberId}, name: member.name});
	},
	uploadTeamIcon: async ({clock, newId}, caller, {teamId, file}, records) => {
		const team = await ownTeam(records, caller, teamId);
		if (!pictureFacts(file)) throw new Refusal('validation.failed', requestCheckMessages.notAPicture);
		const {images, teams} = records;
		const base64 = Buffer.from(file).toString('base64');
		const image = await images.putInBudget({id: newId(), teamId, base64, createdAt: clock.now()});
		if (team.iconImageId !== undefined) await images.remove(team.iconImageId);
		await teams.put({...team, iconImageId: image.id});
	},
	setMemberPermissions: async (service, caller, {teamId, memberId, newPermissions}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const member = team.members.find(({id}) => id === memberId);
		if (!member) throw new Refusal('general.not_found');
		if (memberId === team.ownerId) checkOwner(caller);
		checkRank(caller, member.permissions);
		const permissions = checkGrant(caller, newPermissions);
		const members = team.members.map(member => (member.id === memberId ? {...member, permissions} : member));
		await records.teams.put({...team, members});
		// They must sign in again with the new permissions.
		const applications = await records.applications.ofTeam(teamId);
		records.afterCommit(() => {
			for (const {id} of applicationsOfMember(applications, memberId)) service.endSessions(id);
		});
	},
	listActions: async ({limits}, caller, {teamId, page, size}, records) => {
		await ownTeam(records, caller, teamId);
		const {skip, limit} = rangeOf(limits, {page, size});
		const actions = await records.actions.newestOfTeam(teamId, skip, limit);
		const shown = actions.map(({createdAt, ...action}) => ({...action, createdAt: isoTime(createdAt)}));
		return pageOf(limits, {page, size}, shown, await records.actions.countOfTeam(teamId));
	},
	listApplicationUsers: async ({clock}, caller, {teamId}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const issued = await loadIssued(records, team, clock.now());
		const nameOf = (wanted: string | undefined) => team.members.find(({id}) => id === wanted)?.name;
		return issued.applications.map(application => {
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
				...describeEnds(issued, {tokenId: id}),
			};
		});
	},
	removeApplicationUser: async (service, caller, {teamId, applicationId}, records) => {
		const team = await ownTeam(records, caller, teamId);
		const application = await records.applications.get(applicationId);
		if (application?.teamId !== teamId) throw new Refusal('general.not_found');
		if (applicationId === ownApplicationId) throw new Refusal('team.owner_token');
		if (application.nodeId !== undefined) checkOwner(caller);
		if (applicationId !== caller.id) checkRank(caller, accountIn(application, team)?.permissions);
		await revoke(service, records, {teamId, root: {tokenId: applicationId}, name: application.name});
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
