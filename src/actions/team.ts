import type {Team} from '../contract/models/team.ts';
import {pictureFacts, type PictureFacts} from '../contract/pictures.ts';
import {bytesText} from '../lib/bytes.ts';
import {printableLine} from '../lib/text/text.ts';
import {endsText, teamMessages as messages} from '../messages/team.ts';
import type {NamedFile} from '../lib/files/read-file.ts';
import {action} from './action.ts';
import {wordOf} from './command-line.ts';
import type {ActionContext, PickedFile} from './context.ts';
import {requiredField} from './fields.ts';
import type {Named} from './find-named.ts';
import {request} from './request.ts';

const teamIdOf = ({known}: ActionContext) => known.team?.id ?? '';

/** (Specification: `POST /team/{teamId}/invite`) */
export const invite = action({
	id: 'invite',
	target: 'team',
	command: {isHarmless: true},
	permission: 'MANAGE_TEAM',
	title: ({known}) => messages.invite.title(known.team?.name),
	targetLabel: () => messages.invite.target,
	fields: {
		email: {
			...requiredField(
				messages.invite.email.label,
				messages.invite.email.hint,
				messages.invite.email.missing,
			),
			position: {argument: '<email>', help: messages.invite.email.help},
			sentAs: ['userEmail'],
		},
	},
	problems: ({email}, {known, checksStates}) => {
		const isSame = (other: {email?: string | undefined}) =>
			other.email?.toLowerCase() === email.toLowerCase();
		if (!checksStates) return {};
		if (known.team?.members.some(isSame)) return {email: messages.invite.email.isMember};
		return {
			email: known.team?.invitedMembers.some(one => isSame(one) && one.expired !== true)
				? messages.invite.email.isInvited
				: undefined,
		};
	},
	plan: ({email: userEmail}, context) => ({
		requests: [request('inviteMember', {teamId: teamIdOf(context), userEmail})],
		effect: [messages.invite.effect(userEmail)],
		risk: 'review',
		refresh: 'team',
		summary: messages.invite.summary(userEmail),
		input: {email: userEmail},
	}),
});

/** Never an email address: the line stays on screen. */
function memberWord({known}: ActionContext, memberId: string): string {
	const members = known.team?.members ?? [];
	const all = members.map(({id, name, email}) => ({id, names: [name, email]}));
	return wordOf({id: memberId, names: [members.find(({id}) => id === memberId)?.name]}, all);
}

/** (Specification: `POST /team/{teamId}/kick`) */
export const kick = action({
	id: 'kick',
	target: 'member',
	permission: 'MANAGE_TEAM',
	title: ({subject}) => messages.kick.title(subject?.name),
	targetLabel: ({subject}) => messages.kick.target(subject?.name),
	fields: {},
	plan: (_, context) => {
		const {id: memberId, name} = context.subject ?? {id: '', name: ''};
		const member = context.known.team?.members.find(({id}) => id === memberId);
		const ends = endsText(member);
		return {
			requests: [request('kickMember', {teamId: teamIdOf(context), memberId})],
			targets: () => [memberWord(context, memberId)],
			effect: [
				messages.kick.effect(name, context.known.team?.name),
				...(member ? [] : [messages.kick.notThere]),
				...(ends === undefined ? [] : [ends]),
			],
			risk: 'type',
			refresh: 'team',
			summary: messages.kick.summary(name),
			input: {memberId, name},
		};
	},
});

/** The name, if there is one: the line stays on screen. */
function invitationWord({known}: ActionContext, email: string): string {
	const all = invitationNames(known.team);
	return wordOf(all.find(({id}) => id === email) ?? {id: email, names: []}, all);
}

/** Returns the open invitations. The service knows them by their addresses only. */
export const invitationNames = (team: Pick<Team, 'invitedMembers'> | undefined): Named[] =>
	(team?.invitedMembers ?? []).flatMap(({email, name}) =>
		email === undefined ? [] : [{id: email, names: [name]}],
	);

/** Not part of the specification: offered if the service supports it. The id of its subject is the email address. */
const withdrawInvitation = action({
	id: 'withdraw-invitation',
	target: 'invitation',
	permission: 'MANAGE_TEAM',
	title: () => messages.withdrawInvitation.title,
	targetLabel: ({subject}) => messages.withdrawInvitation.target(subject?.name),
	fields: {},
	plan: (_, context) => {
		const {id: userEmail, name} = context.subject ?? {id: '', name: ''};
		return {
			requests: [request('withdrawInvite', {teamId: teamIdOf(context), userEmail})],
			targets: () => [invitationWord(context, userEmail)],
			effect: [messages.withdrawInvitation.effect(name)],
			risk: 'review',
			refresh: 'team',
			summary: messages.withdrawInvitation.summary(name),
			input: {email: name},
		};
	},
});

/** Maximum size of an icon, bytes. The service specifies no limit. */
const maxIconBytes = 2 * 1024 * 1024;

/** Returns the file to upload as the icon, or why it is not suitable. */
export function iconOf({bytes, fileName, path}: NamedFile): PickedFile | {problem: string} {
	const facts = pictureFacts(bytes);
	if (!facts) return {problem: messages.uploadIcon.file.noPicture};
	const about = pictureText(facts, bytes.length);
	return {fileName: printableLine(fileName), path, bytes, contentType: facts.type, about};
}

/** For example `image/png, 128x128, 12 KiB`. */
function pictureText({type, width, height}: PictureFacts, bytes: number): string {
	const size = width === undefined || height === undefined ? '' : `, ${width}x${height}`;
	return `${type}${size}, ${bytesText(bytes)}`;
}

/** (Specification: `POST /team/{teamId}/icon`) */
export const uploadIcon = action({
	id: 'upload-icon',
	target: 'team',
	command: {isHarmless: true},
	permission: 'MANAGE_TEAM',
	title: ({known}) => messages.uploadIcon.title(known.team?.name),
	targetLabel: ({file}) => messages.uploadIcon.target(file?.fileName),
	fields: {
		path: {
			...requiredField(
				messages.uploadIcon.file.label,
				messages.uploadIcon.file.hint,
				messages.uploadIcon.file.missing,
			),
			position: {argument: '<file>', help: messages.uploadIcon.file.help},
			isPath: true,
			write: (path: string, {file}: ActionContext) => file?.path ?? path,
		},
	},
	file: {field: 'path', maxBytes: maxIconBytes, accept: iconOf},
	plan: (_, context) => {
		const {file, known} = context;
		const {bytes = new Uint8Array(), fileName = '', contentType = ''} = file ?? {};
		return {
			requests: [request('uploadTeamIcon', {teamId: teamIdOf(context), file: bytes, fileName, contentType})],
			effect: [
				messages.uploadIcon.effect(file?.about),
				...(known.team?.iconImageId === undefined ? [] : [messages.uploadIcon.replaces]),
			],
			risk: 'review',
			refresh: 'team',
			summary: messages.uploadIcon.summary(fileName),
			input: {fileName},
		};
	},
});

export const teamActions = [invite, withdrawInvitation, kick, uploadIcon] as const;
