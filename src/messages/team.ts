import {key, message} from './text.ts';

const teamName = (name: string | undefined) => name ?? 'the team';

/** Members, invitations and the icon of the team. */
export const teamMessages = {
	invite: {
		verb: 'Invite',
		description: 'Invite somebody by e-mail',
		title: (team: string | undefined) => `Invite into ${teamName(team)}`,
		target: 'a new member of',
		email: {
			label: 'E-mail',
			hint: 'address of the new member',
			missing: 'Type the address to invite.',
			help: 'the address',
			isMember: 'They are a member already.',
			isInvited: message`They are invited already; ${key('team.kick')} withdraws an invitation.`,
		},
		effect: (email: string) => `${email} is asked to join. What they may do is set by the service, not here.`,
		summary: (email: string) => `Invite ${email} into the team`,
	},
	kick: {
		verb: 'Kick',
		description: 'Take a member out of the team',
		title: (member: string | undefined) => `Kick ${member ?? 'a member'}`,
		target: (member: string | undefined) => `${member ?? 'a member'} of`,
		effect: (member: string, team: string | undefined) =>
			`${member} can no longer see or do anything in ${teamName(team)}; only a new invitation brings them back.`,
		notThere: 'They are not in the team any more, as far as is known.',
		summary: (member: string) => `Take ${member} out of the team`,
	},
	withdrawInvitation: {
		verb: 'Withdraw',
		title: 'Withdraw an invitation',
		target: (name: string | undefined) => `the invitation of ${name ?? 'somebody'} into`,
		effect: (name: string) => `The invitation of ${name} is no longer good.`,
		summary: (name: string) => `Withdraw the invitation of ${name}`,
	},
	uploadIcon: {
		verb: 'Upload',
		description: "Upload the team's icon",
		title: (team: string | undefined) => `Upload an icon for ${teamName(team)}`,
		target: (fileName: string | undefined) => `${fileName ?? 'a file'} becomes the icon of`,
		file: {
			label: 'File',
			hint: message`PNG, JPEG, GIF or WebP; ~ is your home, ${key('dialog.offer')} completes`,
			missing: 'Name a file.',
			help: 'a PNG, JPEG, GIF or WebP file',
			noPicture: 'It is not a PNG, JPEG, GIF or WebP file, despite its name.',
		},
		/** `about`: type and size of the picture. */
		effect: (about: string | undefined) => `${about ?? 'The file'} is sent as it is.`,
		replaces: 'The icon that is there now is replaced.',
		summary: (fileName: string) => `Make ${fileName} the icon of the team`,
	},
};
