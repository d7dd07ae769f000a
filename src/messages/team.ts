import {plural} from '../lib/plural.ts';
import {key, message} from './text.ts';

const teamName = (name: string | undefined) => name ?? 'the team';

/** For example: `2 tokens and 1 invitation`. At least one of them is not 0. */
export const grantsText = (tokens: number, invites: number): string =>
	[
		...(tokens > 0 ? [plural(tokens, 'token')] : []),
		...(invites > 0 ? [plural(invites, 'invitation')] : []),
	].join(' and ');

/** Members, invitations and the icon of the team. */
export const teamMessages = {
	invite: {
		verb: 'Invite',
		description: 'Invite someone by email',
		title: (team: string | undefined) => `Invite to ${teamName(team)}`,
		target: 'a new member',
		email: {
			label: 'Email',
			hint: 'address of the new member',
			missing: 'Enter an email address.',
			help: 'Email address',
			isMember: 'They are already a member.',
			isInvited: message`They are already invited; ${key('team.kick')} withdraws an invitation.`,
		},
		effect: (email: string) =>
			`${email} is invited to join. Their permissions are set in the service, not here.`,
		summary: (email: string) => `Invite ${email} to the team`,
	},
	kick: {
		verb: 'Kick',
		description: 'Remove a member from the team',
		title: (member: string | undefined) => `Kick ${member ?? 'a member'}`,
		target: (member: string | undefined) => member ?? 'a member',
		effect: (member: string, team: string | undefined) =>
			`${member} loses all access to ${teamName(team)} and needs a new invitation to return.`,
		revokes: (tokens: number, invites: number) => `This also revokes ${grantsText(tokens, invites)}.`,
		notThere: 'They are no longer in the team.',
		summary: (member: string) => `Remove ${member} from the team`,
	},
	withdrawInvitation: {
		verb: 'Withdraw',
		title: 'Withdraw an invitation',
		target: (name: string | undefined) => `the invitation for ${name ?? 'someone'}`,
		effect: (name: string) => `The invitation for ${name} becomes invalid.`,
		summary: (name: string) => `Withdraw the invitation for ${name}`,
	},
	uploadIcon: {
		verb: 'Upload',
		description: 'Upload the team icon',
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
