import type {SandboxCredentials} from './credentials.ts';

/** A test account, and what shows what it may do. */
export type DemoAccount = {
	name: string;
	/** Its credentials; each entry alone is enough. */
	headers: Record<string, string>[];
	answers: {method: 'GET' | 'POST'; path: string; status: number; key?: string}[];
};

/** The accounts of a demo whose full account belongs to the team. */
export function demoAccounts(credentials: SandboxCredentials, teamId: string): DemoAccount[] {
	const token = (value: string) => [{'Application-Token': value}];
	const list = {method: 'GET', path: `/server/by-team/${teamId}`} as const;
	const team = {method: 'GET', path: '/team/my'} as const;
	const create = {method: 'POST', path: '/server/create'} as const;
	return [
		{
			name: 'All permissions',
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
			name: 'Read-only',
			headers: token(credentials.readOnlyToken),
			answers: [
				{...list, status: 200},
				{...create, status: 403, key: 'missingPermission.MANAGE_SERVERS'},
			],
		},
		{
			name: 'No permissions',
			headers: token(credentials.noRightsToken),
			answers: [
				{...team, status: 200},
				{...list, status: 403, key: 'missingPermission.ACCESS_SERVERS'},
			],
		},
		{
			name: 'No team',
			headers: token(credentials.teamlessToken),
			answers: [{...team, status: 404, key: 'TEAM_NOT_FOUND'}],
		},
		{
			name: 'Another team',
			headers: token(credentials.otherTeamToken),
			answers: [
				{...team, status: 200},
				{...list, status: 404, key: 'general.not_found'},
			],
		},
		{
			name: 'Unknown credentials',
			headers: token('wrong'),
			answers: [{...team, status: 401, key: 'general.unauthorized'}],
		},
	];
}
