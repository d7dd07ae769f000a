import {key, message} from './text.ts';

/** Titles and help of the keys of the team. */
export const teamCommandMessages = {
	invite: {title: 'Invite member', short: 'Invite', help: 'Open the dialog to invite someone by email'},
	kick: {
		title: 'Kick member',
		short: 'Kick',
		help: 'Open the dialog to remove the current member from the team, or withdraw the current invitation',
	},
	icon: {
		title: 'Upload team icon',
		help: 'Open the dialog to upload a team icon; its type and size are checked first',
	},
};

/** What these credentials may do. */
export const ownPermissionMessages = {
	willBeRefused: (permission: string) =>
		`This credential lacks ${permission}: the service will refuse it. The owner of the team can add it.`,
	missing: (permissions: string) => `${permissions} missing`,
	nothingRefused: 'nothing was refused so far',
	unknownUse: 'use what it names',
	saidByAnswer: ' (an answer said so)',
	isMissing: (use: string, permission: string, how: string) => `${use}: ${permission} is missing${how}`,
	unknownRight: (use: string, permission: string) => `whether they may ${use}: ${permission}`,
};

/** The team: its members, invitations and limits. */
export const teamScreenMessages = {
	unknownPicture: (size: string) => `no known kind of picture, ${size}`,
	notRead: message`The team is not known yet: ${key('app.refresh')} asks for it.`,
	ownerCannotBeKicked: 'The owner of a team cannot be kicked.',
	selectWhomToKick: 'Select a member to kick, or an invitation to withdraw.',
	noAddressToWithdraw: 'The service does not say its address, by which it would be withdrawn.',
	versionNotSaid: 'version not said',
	version: (version: string) => `version ${version}`,
	noIcon: message`none; ${key('team.icon')} uploads one`,
	inviteCode: 'invite code',
	readingIcon: (imageId: string) => `image ${imageId}: reading it`,
	iconCommand: (about: string, imageId: string) => `${about}: rcondeck image ${imageId} -o FILE`,
	clockNotCompared: 'not compared: the answers carry no date',
	clockRight: 'as the service has it, to a few seconds',
	aheadOf: 'ahead of',
	clockDiffers: (seconds: number, way: string) =>
		`the service is ${seconds} s ${way} this machine: times of the two do not compare`,
	token: 'a token',
	application: (id: string) => `the application ${id}`,
	readOnly: ', read-only: this session sends nothing that changes anything',
	signedIn: 'signed in',
	signedInWith: (who: string) => `with ${who}`,
	isOwner: 'the owner of the team: cannot be kicked',
	isMember: 'a member',
	notDescribed: 'not a permission that is publicly described',
	withdrawsInvitation: 'withdraws the invitation, where the service can',
	atMost: 'at most',
	numberedInvite: (number: number) => `number ${number}`,
	thisSession: 'this session',
	counts: (members: number, invited: number) => `${members} members, ${invited} invited`,
	byEmail: 'by e-mail',
	expired: 'has expired',
	notAnswered: 'not answered yet',
	limitOnly: (most: number) => `at most ${most} (use not known)`,
	used: (used: number, most: number) => `${used} of ${most}`,
	things: 'members of the team',
	noTeam: message`The service shows no team. Press ${key('app.refresh')} to ask again.`,
};
