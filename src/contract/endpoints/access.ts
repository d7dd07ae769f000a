import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {emailField, idField, textField} from '../fields.ts';

/** At most ten years. */
const expiresInSeconds = z.int().min(1).max(315_360_000).optional();
const permissions = z.array(z.string());

/** Access to the local service: tokens with permissions, and invitations with a code. Not in the specification. */
export const access = {
	/** Creates a token. The response is the only place where it appears. */
	createApplicationUser: endpoint({
		method: 'POST',
		path: '/team/{teamId}/application-user',
		body: {name: textField, permissions, memberId: idField.optional(), expiresInSeconds},
		response: z.looseObject({id: z.string(), token: z.string(), expiresAt: z.string().optional()}),
		log: 'grants',
		permission: 'MANAGE_TEAM',
		extension: true,
	}),
	/** Invites someone with a code, which the response contains once. */
	createInviteCode: endpoint({
		method: 'POST',
		path: '/team/{teamId}/invite-code',
		body: {
			name: textField.optional(),
			userEmail: emailField.optional(),
			permissions,
			expiresInSeconds,
		},
		response: z.looseObject({id: z.string(), code: z.string(), expiresAt: z.string()}),
		log: 'grants',
		permission: 'MANAGE_TEAM',
		extension: true,
	}),
	/** Makes the holder of the code a member, with a token. The code works once and is the only credential. */
	joinTeam: endpoint({
		method: 'POST',
		path: '/team/join',
		body: {code: textField},
		response: z.looseObject({
			teamId: z.string(),
			memberId: z.string(),
			applicationId: z.string(),
			token: z.string(),
		}),
		log: 'grants',
		isPublic: true,
		extension: true,
	}),
};
