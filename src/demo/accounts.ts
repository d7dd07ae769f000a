import {demoAccountMessages} from '../messages/demo.ts';
import {addApplication, type Seeding, type ServiceCredentials} from '../service/first-team.ts';
import {ownApplicationId} from '../service/records.ts';
import {derivedSecret, hashOf, tokenText} from '../service/secret-text.ts';

/** The credentials that a demo accepts. `token` has all permissions; each of the others demonstrates one refusal. */
export type DemoCredentials = ServiceCredentials & {
	/** Has only the ACCESS_* permissions. */
	readOnlyToken: string;
	/** Belongs to the team, without any permission. */
	noPermissionsToken: string;
	/** Belongs to no team: TEAM_NOT_FOUND. */
	teamlessToken: string;
	/** Belongs to another team and has all permissions there. */
	otherTeamToken: string;
};

const readOnly = ['ACCESS_TEAM', 'ACCESS_NODES', 'ACCESS_SERVERS', 'ACCESS_PROFILES', 'ACCESS_AUTOMATIONS'];

/** Adds the applications of a demo to new records. An existing application with all permissions is kept. */
export function seedTestAccounts(records: Seeding, teamId: string, otherTeamId: string): void {
	if (!records.store.applications.get(ownApplicationId))
		addApplication(records, {id: ownApplicationId, name: 'rcondeck', teamId, permissions: ['ALL']});
	addApplication(records, {
		id: 'app-read-only',
		name: demoAccountMessages.statusPage,
		teamId,
		permissions: readOnly,
	});
	addApplication(records, {id: 'app-no-rights', name: 'intern', teamId, permissions: []});
	addApplication(records, {id: 'app-teamless', name: demoAccountMessages.leftBehind, permissions: ['ALL']});
	addApplication(records, {
		id: 'app-other-team',
		name: 'neighbours',
		teamId: otherTeamId,
		permissions: ['ALL'],
	});
}

/**
Derives the test tokens from the owner's, so they stay the same when the demo is reopened. The token of a removed
application is empty and grants no access.
*/
export function demoCredentialsOf(
	{store}: Pick<Seeding, 'store'>,
	credentials: ServiceCredentials,
): DemoCredentials {
	const tokenOf = (id: string) => {
		const application = store.applications.get(id);
		if (!application) return '';
		const secret = derivedSecret(credentials.applicationSecret, id);
		const secretHash = hashOf(secret);
		if (application.secretHash !== secretHash) store.applications.put({...application, secretHash});
		return tokenText(id, secret);
	};
	return {
		...credentials,
		readOnlyToken: tokenOf('app-read-only'),
		noPermissionsToken: tokenOf('app-no-rights'),
		teamlessToken: tokenOf('app-teamless'),
		otherTeamToken: tokenOf('app-other-team'),
	};
}

/** A test account, and the requests that show what it may do. */
export type DemoAccount = {
	name: string;
	/** Its credentials. Each entry is sufficient alone. */
	headers: Record<string, string>[];
	answers: {method: 'GET' | 'POST'; path: string; status: number; key?: string}[];
};

/** Returns the accounts of a demo whose full account belongs to the team. */
export function demoAccounts(credentials: DemoCredentials, teamId: string): DemoAccount[] {
	const token = (value: string) => [{'Application-Token': value}];
	const list = {method: 'GET', path: `/server/by-team/${teamId}`} as const;
	const team = {method: 'GET', path: '/team/my'} as const;
	const create = {method: 'POST', path: '/server/create'} as const;
	return [
		{
			name: demoAccountMessages.allPermissions,
			headers: [
				...token(credentials.token),
				{
					'Application-Id': credentials.applicationId,
					'Application-Secret': credentials.applicationSecret,
				},
				{Authorization: `Bearer ${credentials.bearer}`},
			],
			answers: [
				{...list, status: 200},
				{...create, status: 400, key: 'validation.failed'},
			],
		},
		{
			name: demoAccountMessages.readOnly,
			headers: token(credentials.readOnlyToken),
			answers: [
				{...list, status: 200},
				{...create, status: 403, key: 'missingPermission.MANAGE_SERVERS'},
			],
		},
		{
			name: demoAccountMessages.noPermissions,
			headers: token(credentials.noPermissionsToken),
			answers: [
				{...team, status: 200},
				{...list, status: 403, key: 'missingPermission.ACCESS_SERVERS'},
			],
		},
		{
			name: demoAccountMessages.noTeam,
			headers: token(credentials.teamlessToken),
			answers: [{...team, status: 404, key: 'TEAM_NOT_FOUND'}],
		},
		{
			name: demoAccountMessages.anotherTeam,
			headers: token(credentials.otherTeamToken),
			answers: [
				{...team, status: 200},
				{...list, status: 404, key: 'general.not_found'},
			],
		},
		{
			name: demoAccountMessages.unknownCredentials,
			headers: token('wrong'),
			answers: [{...team, status: 401, key: 'general.unauthorized'}],
		},
	];
}
