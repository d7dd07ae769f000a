import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {emailField, idField} from '../fields.ts';
import {listOf, pageOf} from '../models/list.ts';
import {ApplicationUser, Team} from '../models/team.ts';
import {numberOf} from '../wire-values.ts';

const openRecord = z.looseObject({});

/** (Specification: Endpoints, Teams) */
export const teams = {
	myTeam: endpoint({method: 'GET', path: '/team/my', response: Team}),
	inviteMember: endpoint({
		method: 'POST',
		path: '/team/{teamId}/invite',
		body: {userEmail: emailField},
		response: 'nothing',
		log: 'grants',
		permission: 'MANAGE_TEAM',
	}),
	kickMember: endpoint({
		method: 'POST',
		path: '/team/{teamId}/kick',
		body: {memberId: idField},
		response: 'nothing',
		log: 'ends',
		permission: 'MANAGE_TEAM',
	}),
	uploadTeamIcon: endpoint({
		method: 'POST',
		path: '/team/{teamId}/icon',
		upload: 'icon',
		response: 'nothing',
		permission: 'MANAGE_TEAM',
	}),
	withdrawInvite: endpoint({
		method: 'DELETE',
		path: '/team/{teamId}/invite/{userEmail}',
		response: 'nothing',
		log: 'ends',
		permission: 'MANAGE_TEAM',
		extension: true,
	}),
	setMemberPermissions: endpoint({
		method: 'POST',
		path: '/team/{teamId}/permission',
		body: {memberId: idField, newPermissions: z.array(z.string())},
		response: 'nothing',
		log: 'grants',
		permission: 'MANAGE_TEAM',
		extension: true,
	}),
	listActions: endpoint({
		method: 'GET',
		path: '/team/{teamId}/action-log',
		query: {
			page: z.coerce.number<number>().int().min(0).optional(),
			size: z.coerce.number().int().min(1).optional(),
		},
		response: pageOf(openRecord),
		permission: 'ACCESS_TEAM',
		extension: true,
	}),
	listApplicationUsers: endpoint({
		method: 'GET',
		path: '/team/{teamId}/application-users',
		response: listOf(ApplicationUser),
		permission: 'ACCESS_TEAM',
		extension: true,
	}),
	removeApplicationUser: endpoint({
		method: 'DELETE',
		path: '/team/{teamId}/application-user/{applicationId}',
		response: 'nothing',
		log: 'ends',
		permission: 'MANAGE_TEAM',
		extension: true,
	}),
	listNotifications: endpoint({
		method: 'GET',
		path: '/team/{teamId}/notifications',
		query: {onlyUnread: z.stringbool().optional()},
		response: listOf(openRecord),
		permission: 'ACCESS_TEAM',
		extension: true,
	}),
	countUnreadNotifications: endpoint({
		method: 'GET',
		path: '/team/{teamId}/notifications/unread-count',
		response: z
			.custom<number>(value => numberOf(value) !== undefined, 'expected a number')
			.transform((value: unknown) => numberOf(value) ?? 0),
		permission: 'ACCESS_TEAM',
		extension: true,
	}),
};
