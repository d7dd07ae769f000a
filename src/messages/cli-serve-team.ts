import {grantsText} from './team.ts';

/** `rcondeck serve team` */
export const serveTeamMessages = {
	description: 'Manage members, invitations and tokens of the local service',
	dataHelp: 'Data directory of the service (default: that of the local profile)',
	listDescription: 'List members and invitations',
	lastUsedHeader: 'LAST USED',
	issuedByHeader: 'ISSUED BY',
	permissionHelp: (usual: string) => `Permissions (default ${usual})`,
	inviteUsually: 'all ACCESS permissions and MANAGE_SERVERS',
	tokenUsually: 'all ACCESS permissions; with --member, those of the member',
	unknownPermission: (typed: string, near: readonly string[], all: readonly string[]) =>
		`Unknown permission ${typed}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Permissions: ${all.join(', ')}.`}`,
	wrongExpiry: (typed: string) =>
		`Invalid duration "${typed}" for --expires. Use 12h, 7d or 90d, up to 10 years.`,
	invite: {
		description: 'Create an invitation code for another admin',
		nameHelp: 'Name of the new member',
		emailHelp: 'Email address of the new member',
		expiresHelp: 'How long the code is valid',
		whoIsMissing: 'Specify the new member with --name or --email.',
		created: (name: string, expires: string) => `Invitation for ${name}, valid once, until ${expires}:`,
		code: (code: string) => `  ${code}`,
		howTo: 'Send it over a private channel. The new member runs this and enters the code:',
		command: (url: string | undefined) => `  rcondeck login --url ${url ?? 'URL'} --invite`,
		/** The service cannot know how others reach it. */
		whichUrl: 'Replace URL with the address of this service, or specify it with --url.',
	},
	remove: {
		description: 'Remove a member and revoke their tokens, or withdraw an invitation',
		verb: 'serve team remove',
		memberHelp: 'Name, email address or ID of the member or invitation',
		where: 'List members with: rcondeck serve team list',
		summary: (name: string) => `Remove ${name} from the team`,
		ends: (tokens: number, invites: number) => `This revokes ${grantsText(tokens, invites)}.`,
		withdraw: (name: string) => `Withdraw the invitation for ${name}`,
		removed: (name: string) => `${name} removed.`,
		withdrawn: (name: string) => `Invitation for ${name} withdrawn.`,
	},
	token: {
		description: 'Manage tokens of the local service',
		listDescription: 'List tokens, without their secrets',
		none: 'No tokens yet. Create one with: rcondeck serve team token create NAME',
		createDescription: 'Create a token and print it once',
		nameHelp: 'Name of the token, such as its purpose',
		memberHelp: 'Member who uses the token; it allows at most what the member may do',
		expiresHelp: 'How long the token is valid (default: until it is revoked)',
		created: (name: string, permissions: readonly string[] | undefined, expires: string | undefined) =>
			`Token ${name} created: ${permissions?.join(', ') ?? 'the permissions of the member'}, ${expires === undefined ? 'valid until it is revoked' : `valid until ${expires}`}. It is not shown again.`,
		revokeVerb: 'serve team token revoke',
		revokeDescription: 'Revoke a token and close its connections',
		tokenHelp: 'Name or ID of the token',
		where: 'List tokens with: rcondeck serve team token list',
		summary: (name: string) => `Revoke the token ${name} and close its connections`,
		issued: (tokens: number, invites: number) =>
			`This also revokes ${grantsText(tokens, invites)} issued with it.`,
		revoked: (name: string) => `Token ${name} revoked.`,
	},
};
