import {plural} from '../lib/plural.ts';
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

/** The permissions of these credentials. */
export const ownPermissionMessages = {
	willBeRefused: (permission: string) =>
		`Your credentials lack the permission ${permission}: the service will refuse this. Ask the team owner to add it.`,
	missing: (permissions: string) => `${permissions} missing`,
	nothingRefused: 'nothing refused so far',
	unknownUse: 'use undocumented features',
	saidByAnswer: ' (reported by the service)',
	isMissing: (use: string, permission: string, how: string) => `${use}: ${permission} is missing${how}`,
	unknownRight: (use: string, permission: string) => `${use}: ${permission}`,
};

/** The team: its members, invitations and limits. */
export const teamScreenMessages = {
	unknownPicture: (size: string) => `unknown image type, ${size}`,
	notRead: message`The team is not loaded yet: ${key('app.refresh')} refreshes it.`,
	ownerCannotBeKicked: 'The team owner cannot be kicked.',
	selectWhomToKick: 'Select a member to kick, or an invitation to withdraw.',
	noAddressToWithdraw: 'The service does not report the address needed to withdraw it.',
	versionNotSaid: 'version unknown',
	version: (version: string) => `version ${version}`,
	noIcon: message`none; ${key('team.icon')} uploads one`,
	inviteCode: 'invite code',
	readingIcon: (imageId: string) => `image ${imageId}: loading…`,
	iconCommand: (about: string, imageId: string) => `${about}: rcondeck image ${imageId} -o FILE`,
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
	isOwner: 'the team owner: cannot be kicked',
	isMember: 'a member',
	notDescribed: 'undocumented permission',
	withdrawsInvitation: 'withdraws the invitation if the service can',
	atMost: 'at most',
	numberedInvite: (number: number) => `number ${number}`,
	thisSession: 'this session',
	counts: (members: number, invited: number) => `${plural(members, 'member')}, ${invited} invited`,
	byEmail: 'by email',
	expired: 'has expired',
	notAnswered: 'not answered yet',
	limitOnly: (most: number) => `at most ${most} (usage unknown)`,
	used: (used: number, most: number) => `${used} of ${most}`,
	pluralName: 'members of the team',
	noTeam: message`The service did not return a team. Press ${key('app.refresh')} to try again.`,
};
