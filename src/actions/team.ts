import {pictureFacts} from '../contract/pictures.ts';
import {printableLine} from '../lib/text.ts';
import {key, message} from '../messages/text.ts';
import type {NamedFile} from '../lib/read-file.ts';
import {action} from './action.ts';
import {wordOf} from './command-line.ts';
import type {ActionContext, PickedFile} from './context.ts';
import {required} from './fields.ts';
import {pictureText} from './picture-text.ts';
import {request} from './request.ts';

const teamName = ({known}: ActionContext) => known.team?.name ?? 'the team';
const teamIdOf = ({known}: ActionContext) => known.team?.id ?? '';

/** (Specification: `POST /team/{teamId}/invite`) */
export const invite = action({
	id: 'invite',
	target: 'team',
	verb: 'Invite',
	command: {words: ['team', 'invite'], description: 'Invite somebody by e-mail'},
	permission: 'MANAGE_TEAM',
	title: context => `Invite into ${teamName(context)}`,
	targetLabel: () => 'a new member of',
	fields: {
		email: {
			...required('E-mail', 'where the invitation goes', 'Type the address to invite.'),
			position: {argument: '<email>', help: 'the address'},
			sentAs: ['userEmail'],
		},
	},
	problems: ({email}, {known, checksStates}) => {
		const isSame = (other: {email?: string | undefined}) =>
			other.email?.toLowerCase() === email.toLowerCase();
		if (!checksStates) return {};
		if (known.team?.members.some(isSame)) return {email: 'They are a member already.'};
		return {
			email: known.team?.invitedMembers.some(one => isSame(one) && one.expired !== true)
				? message`They are invited already; ${key('team.kick')} withdraws an invitation.`
				: undefined,
		};
	},
	plan: ({email: userEmail}, context) => ({
		requests: [request('inviteMember', {teamId: teamIdOf(context), userEmail})],
		effect: [`${userEmail} is asked to join. What they may do is set by the service, not here.`],
		risk: 'review',
		refresh: 'team',
		summary: `Invite ${userEmail} into the team`,
		input: {email: userEmail},
	}),
});

/** Never an address: the line stays on screen. */
function memberWord({known}: ActionContext, memberId: string): string {
	const members = known.team?.members ?? [];
	const all = members.map(({id, name, email}) => ({id, names: [name, email]}));
	return wordOf({id: memberId, names: [members.find(({id}) => id === memberId)?.name]}, all);
}

/** (Specification: `POST /team/{teamId}/kick`) */
export const kick = action({
	id: 'kick',
	target: 'member',
	verb: 'Kick',
	command: {words: ['team', 'kick'], description: 'Take a member out of the team'},
	permission: 'MANAGE_TEAM',
	title: ({subject}) => `Kick ${subject?.name ?? 'a member'}`,
	targetLabel: ({subject}) => `${subject?.name ?? 'a member'} of`,
	fields: {},
	plan: (_, context) => {
		const {id: memberId, name} = context.subject ?? {id: '', name: ''};
		const isThere = context.known.team?.members.some(({id}) => id === memberId) === true;
		return {
			requests: [request('kickMember', {teamId: teamIdOf(context), memberId})],
			targets: [memberWord(context, memberId)],
			effect: [
				`${name} can no longer see or do anything in ${teamName(context)}; only a new invitation brings them back.`,
				...(isThere ? [] : ['They are not in the team any more, as far as is known.']),
			],
			risk: 'type',
			refresh: 'team',
			summary: `Take ${name} out of the team`,
			input: {memberId, name},
		};
	},
});

/** Not of the specification: offered where the service has it. The id of its subject is the address. */
export const withdrawInvitation = action({
	id: 'withdraw-invitation',
	target: 'invitation',
	verb: 'Withdraw',
	permission: 'MANAGE_TEAM',
	title: () => 'Withdraw an invitation',
	targetLabel: ({subject}) => `the invitation of ${subject?.name ?? 'somebody'} into`,
	fields: {},
	plan: (_, context) => {
		const {id: userEmail, name} = context.subject ?? {id: '', name: ''};
		return {
			requests: [request('withdrawInvite', {teamId: teamIdOf(context), userEmail})],
			effect: [`The invitation of ${name} is no longer good.`],
			risk: 'review',
			refresh: 'team',
			summary: `Withdraw the invitation of ${name}`,
			input: {email: name},
		};
	},
});

/** More is not an icon. The service does not say how much it takes, bytes. */
const maxIconBytes = 2 * 1024 * 1024;

/** What is sent of a file that was read to become the icon, or why it is none. */
export function iconOf({bytes, fileName, path}: NamedFile): PickedFile | {problem: string} {
	const facts = pictureFacts(bytes);
	if (!facts) return {problem: 'It is no PNG, JPEG, GIF or WebP file, whatever its name says.'};
	const about = pictureText(facts, bytes.length);
	return {fileName: printableLine(fileName), path, bytes, contentType: facts.type, about};
}

/** (Specification: `POST /team/{teamId}/icon`) */
export const uploadIcon = action({
	id: 'upload-icon',
	target: 'team',
	verb: 'Upload',
	command: {words: ['team', 'icon'], description: "Upload the team's icon", isHarmless: true},
	permission: 'MANAGE_TEAM',
	title: context => `Upload an icon for ${teamName(context)}`,
	targetLabel: ({file}) => `${file?.fileName ?? 'a file'} becomes the icon of`,
	fields: {
		path: {
			...required(
				'File',
				message`PNG, JPEG, GIF or WebP; ~ is your home, ${key('dialog.offer')} completes`,
				'Name a file.',
			),
			position: {argument: '<file>', help: 'a PNG, JPEG, GIF or WebP file'},
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
				`${file?.about ?? 'The file'} is sent as it is.`,
				...(known.team?.iconImageId === undefined ? [] : ['The icon that is there now is replaced.']),
			],
			risk: 'review',
			refresh: 'team',
			summary: `Make ${fileName} the icon of the team`,
			input: {fileName},
		};
	},
});
