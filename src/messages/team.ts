import type {Permission} from '../contract/permissions.ts';
import {plural} from '../lib/text/plural.ts';
import {type ActionWords, example, given} from './action-words.ts';
import {key, message} from './text.ts';
import {markedName} from '../lib/text/name-keys.ts';

/** The uses of each permission. (Specification: Authentication, and the rows of the contract) */
export const permissionUses: Readonly<Record<Permission, string>> = {
	ALL: 'do everything',
	ACCESS_TEAM: 'see the action log and notifications of the team',
	MANAGE_TEAM: 'invite, kick, and change the icon',
	ACCESS_NODES: 'see nodes and their tasks',
	MANAGE_NODES: 'cancel tasks, and change or delete nodes',
	ACCESS_SERVERS: 'see servers and their consoles',
	MANAGE_SERVERS: 'send RCON, start, stop, restart, create and change servers',
	ACCESS_PROFILES: 'see setting profiles',
	MANAGE_PROFILES: 'change setting profiles',
	ACCESS_AUTOMATIONS: 'see automations and their runs',
	MANAGE_AUTOMATIONS: 'create, edit and trigger automations',
};

/** The permissions of a member. */
export const permissionMessages = {
	manages: (what: string) => `manages ${what}`,
	sees: (what: string) => `sees ${what}`,
};

const teamName = (name: string | undefined) => name ?? 'the team';

/** What ends with a member or a token; see the records of the team. */
type Ends = {
	issuedTokens?: number | undefined;
	issuedInvites?: number | undefined;
	issuedAutomations?: number | undefined;
	issuedTasks?: number | undefined;
	ends?: readonly {id: string; name?: string | undefined}[] | undefined;
};

/**
For example: `This also revokes 2 tokens and 1 invitation, and disables 1 automation for review: bot, ci, Ben, night`.
Undefined if nothing else ends.
*/
export function endsText(found: Ends | undefined): string | undefined {
	const {
		issuedTokens = 0,
		issuedInvites = 0,
		issuedAutomations = 0,
		issuedTasks = 0,
		ends = [],
	} = found ?? {};
	const grants = [
		...(issuedTokens > 0 ? [plural(issuedTokens, 'token')] : []),
		...(issuedInvites > 0 ? [plural(issuedInvites, 'invitation')] : []),
	];
	const parts = [
		...(grants.length > 0 ? [`revokes ${grants.join(' and ')}`] : []),
		...(issuedAutomations > 0 ? [`disables ${plural(issuedAutomations, 'automation')} for review`] : []),
		...(issuedTasks > 0 ? [`cancels ${plural(issuedTasks, 'scheduled action')}`] : []),
	];
	if (parts.length === 0) return undefined;
	const [last = '', ...before] = parts.toReversed();
	const all = before.length === 0 ? last : `${before.toReversed().join(', ')}, and ${last}`;
	const more = issuedTokens + issuedInvites + issuedAutomations + issuedTasks - ends.length;
	const names = [...ends.map(({name, id}) => name ?? id), ...(more > 0 ? [`${more} more`] : [])];
	return ends.length === 0 ? `This also ${all}.` : `This also ${all}: ${names.join(', ')}`;
}

export const teamActionWords = {
	invite: {
		verb: 'Invite',
		accepted: action => `${given(action, 'email') ?? given(action, 'name') ?? 'A new member'} was invited.`,
		line: {takes: '[EMAIL]', help: 'Invite someone to the team by email'},
		command: {
			words: ['team', 'invite'],
			description: 'Invite someone by email',
			examples: [example('Invite someone', 'rcondeck team invite alex@example.com')],
		},
	},
	kick: {
		verb: 'Kick',
		accepted: action =>
			`${given(action, 'name') ?? given(action, 'memberId') ?? 'A member'} was removed from the team.`,
		line: {
			takes: 'NAME',
			help: 'Remove a member from the team, by name, email address or ID (id:ID for an exact ID), or withdraw an invitation',
		},
		command: {
			words: ['team', 'kick'],
			description: 'Remove a member from the team',
			examples: [example('Remove a member', 'rcondeck team kick tom')],
		},
	},
	'withdraw-invitation': {
		verb: 'Withdraw',
		name: 'withdraw',
		accepted: action => `The invitation for ${given(action, 'email') ?? 'a new member'} was withdrawn.`,
		command: {
			words: ['team', 'withdraw'],
			description: 'Withdraw an invitation to the team',
			examples: [example('Withdraw an invitation', 'rcondeck team withdraw alex@example.com')],
		},
	},
	'upload-icon': {
		verb: 'Upload',
		accepted: () => 'Team icon uploaded.',
		line: {name: 'icon', takes: '', help: 'Upload an image as the team icon'},
		command: {
			words: ['team', 'icon'],
			description: 'Upload the team icon',
			examples: [example('Upload an icon', 'rcondeck team icon logo.png')],
		},
	},
} satisfies Record<string, ActionWords>;

/** Members, invitations and the icon of the team. */
export const teamMessages = {
	invite: {
		title: (team: string | undefined) => `Invite to ${teamName(team)}`,
		target: 'a new member',
		email: {
			label: 'Email',
			hint: 'address of the new member',
			missing: 'Enter an email address.',
			help: 'Email address',
			isMember: 'This person is already a member.',
			isInvited: message`They are already invited; ${key('team.kick')} withdraws an invitation.`,
		},
		effect: (email: string) =>
			`${email} is invited to join. Their permissions are set in the service, not here.`,
		summary: (email: string) => `Invite ${email} to the team`,
	},
	kick: {
		title: (member: string | undefined) => `Kick ${member ?? 'a member'}`,
		target: (member: string | undefined) => member ?? 'a member',
		effect: (member: string, team: string | undefined) =>
			`${member} loses all access to ${teamName(team)} and needs a new invitation to return.`,
		notThere: 'They are no longer in the team.',
		summary: (member: string) => `Remove ${member} from the team`,
	},
	withdrawInvitation: {
		title: 'Withdraw an invitation',
		target: (name: string | undefined) => `the invitation for ${name ?? 'someone'}`,
		effect: (name: string) => `The invitation for ${name} becomes invalid.`,
		summary: (name: string) => `Withdraw the invitation for ${name}`,
	},
	uploadIcon: {
		title: (team: string | undefined) => `Upload an icon for ${teamName(team)}`,
		target: (fileName: string | undefined) => `the team icon, from ${fileName ?? 'a file'}`,
		file: {
			label: 'File',
			hint: message`PNG, JPEG, GIF or WebP; ~ is your home directory, ${key('dialog.offer')} completes`,
			missing: 'Enter a file name.',
			help: 'PNG, JPEG, GIF or WebP file',
			noPicture: 'It is not a PNG, JPEG, GIF or WebP file, despite its name.',
		},
		/** `about`: type and size of the image. */
		effect: (about: string | undefined) => `${about ?? 'The file'} is sent unchanged.`,
		replaces: 'It replaces the current icon.',
		summary: (fileName: string) => `Set ${fileName} as the team icon`,
	},
};

/** The permissions of these credentials. */
export const ownPermissionMessages = {
	willBeRefused: (permission: string) =>
		`Your credentials lack the permission ${permission}: the service will refuse this. Ask the team owner to add it.`,
	missing: (permissions: string) => `${permissions} missing`,
	nothingRefused: 'no permission errors so far',
	unknownUse: 'use undocumented features',
	saidByAnswer: ' (reported by the service)',
	isMissing: (use: string, permission: string, how: string) => `${use}: ${permission} is missing${how}`,
	unknownRight: (use: string, permission: string) => `${use}: ${permission}`,
};

/** The team: its members, invitations and limits. */
export const teamScreenMessages = {
	notRead: message`The team is not loaded yet: ${key('app.refresh')} refreshes it.`,
	ownerCannotBeKicked: 'The team owner cannot be kicked.',
	selectWhomToKick: 'Select a member to kick, or an invitation to withdraw.',
	noAddressToWithdraw: 'The service does not report the address needed to withdraw it.',
	versionNotSaid: 'version unknown',
	version: (version: string) => `version ${version}`,
	noIcon: message`none; ${key('team.icon')} uploads one`,
	inviteCode: 'invitation code',
	iconCommand: (imageId: string) => `rcondeck image ${imageId} --file FILE saves it`,
	clockNotCompared: 'unknown: the answers carry no date',
	clockRight: 'matches the service within a few seconds',
	aheadOf: 'ahead of',
	clockDiffers: (seconds: number, way: string) =>
		`the service is ${seconds}s ${way} this machine: their times differ`,
	token: 'a token',
	application: (id: string) => `the application ${id}`,
	readOnly: ', read-only: commands and actions are disabled',
	signedIn: 'signed in',
	signedInWith: (who: string) => `with ${who}`,
	looksLike: (other: string) => `≈ looks like ${other}`,
	isOwner: 'owner (cannot be kicked)',
	isMember: 'member',
	notDescribed: 'undocumented permission',
	withdrawsInvitation: 'withdraws the invitation if the service can',
	atMost: 'at most',
	numberedInvite: (number: number) => `number ${number}`,
	thisSession: 'this session',
	counts: (members: number, invited: number) => `${plural(members, 'member')}, ${invited} invited`,
	byEmail: 'by email',
	expired: 'invitation expired',
	notAnswered: 'not answered yet',
	limitOnly: (most: number) => `at most ${most} (usage unknown)`,
	used: (used: number, most: number) => `${used} of ${most}`,
	noTeam: message`The service did not return a team. Press ${key('app.refresh')} to try again.`,
};

/** `rcondeck team` */
export const cliTeamMessages = {
	description: 'Show the team and manage its members',
	examples: [example('Show members and invitations', 'rcondeck team')],
	show: {
		description: 'Show members and invitations',
		examples: [example('Print the team as JSON', 'rcondeck team show --json')],
	},
};

/** The journal that the admins of a team share. */
export const teamJournalMessages = {
	/** An author whose name the service does not send. */
	someone: 'another admin',
	note: (by: string, text: string | undefined) =>
		text ? `${markedName(by)}: ${text}` : `${markedName(by)} added a bookmark.`,
	acknowledged: (by: string, state: string | undefined) =>
		`${markedName(by)} acknowledged ${state ?? 'no state'}`,
	unacknowledged: (by: string, state: string | undefined) =>
		`${markedName(by)} removed the acknowledgment of ${state ?? 'no state'}`,
	dropped: "Entries of the team's journal are missing here: the service no longer has them.",
};
