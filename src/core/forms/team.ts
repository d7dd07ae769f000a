import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {pictureFacts} from '../../contract/pictures.ts';
import {printableLine} from '../../lib/text.ts';
import {frictionOf} from '../friction.ts';
import {pictureText} from '../picture-text.ts';
import {readTeam} from '../actions/team.ts';
import type {NamedFile} from '../services.ts';
import type {PickedFile} from '../state/dialog.ts';
import {required} from './fields.ts';
import {form, type About, type Field} from './form.ts';
import {asRequest, commandLine, operands, wordOf} from './same-as.ts';
import {key, message} from '../../messages/text.ts';

const teamOf = ({state}: About) => state.access.team;
const teamName = (about: About) => teamOf(about)?.name ?? 'the team';

const email: Field<string> = {
	...required('E-mail', 'where the invitation goes', 'Type the address to invite.'),
	sentAs: ['userEmail'],
};

/** (Specification: `POST /team/{teamId}/invite`) */
export const inviteForm = form({
	id: 'invite',
	verb: 'Invite',
	operation: undefined,
	title: about => `Invite into ${teamName(about)}`,
	target: () => 'a new member of',
	fields: {email},
	problems: ({email: given}, about) => {
		const isSame = (other: {email?: string | undefined}) =>
			other.email?.toLowerCase() === given.toLowerCase();
		const team = teamOf(about);
		if (team?.members.some(isSame)) return {email: 'They are a member already.'};
		return {
			email: team?.invitedMembers.some(invite => isSame(invite) && invite.expired !== true)
				? message`They are invited already; ${key('team.kick')} withdraws an invitation.`
				: undefined,
		};
	},
	plan: ({email: userEmail}, about) => {
		const input = {teamId: teamOf(about)?.id ?? '', userEmail};
		return {
			requests: [requestOf(endpoints.inviteMember, input)],
			effect: [`${userEmail} is asked to join. What they may do is set by the service, not here.`],
			sameAs: commandLine(about.settings, ['team', 'invite', '--yes', ...operands([userEmail])]),
			friction: frictionOf.invite,
			send: async (api, services) => {
				await api.inviteMember(input);
				void readTeam(services);
			},
			action: {action: 'invite', input: {email: userEmail}},
		};
	},
});

/** Never an address: the line stays on screen. */
function memberWord(about: About, memberId: string): string {
	const members = teamOf(about)?.members ?? [];
	const all = members.map(({id, name, email}) => ({id, names: [name, email]}));
	return wordOf({id: memberId, names: [members.find(({id}) => id === memberId)?.name]}, all);
}

/** (Specification: `POST /team/{teamId}/kick`) */
export const kickForm = form({
	id: 'kick',
	verb: 'Kick',
	operation: undefined,
	title: about => `Kick ${about.thing?.name ?? 'a member'}`,
	target: ({thing}) => `${thing?.name ?? 'a member'} of`,
	fields: {},
	plan: (_, about) => {
		const {id: memberId, name} = about.thing ?? {id: '', name: ''};
		const input = {teamId: teamOf(about)?.id ?? '', memberId};
		const isThere = teamOf(about)?.members.some(({id}) => id === memberId) === true;
		return {
			requests: [requestOf(endpoints.kickMember, input)],
			effect: [
				`${name} can no longer see or do anything in ${teamName(about)}; only a new invitation brings them back.`,
				...(isThere ? [] : ['They are not in the team any more, as far as is known.']),
			],
			sameAs: commandLine(about.settings, ['team', 'kick', '--yes', memberWord(about, memberId)]),
			friction: frictionOf.kick,
			send: async (api, services) => {
				await api.kickMember(input);
				void readTeam(services);
			},
			action: {action: 'kick', input: {memberId, name}},
		};
	},
});

/** Not of the specification: offered where the service has it. `thing.id` is the address. */
export const withdrawForm = form({
	id: 'withdraw',
	verb: 'Withdraw',
	operation: undefined,
	title: () => 'Withdraw an invitation',
	target: ({thing}) => `the invitation of ${thing?.name ?? 'somebody'} into`,
	fields: {},
	plan: (_, about) => {
		const {id: userEmail, name} = about.thing ?? {id: '', name: ''};
		const input = {teamId: teamOf(about)?.id ?? '', userEmail};
		const request = requestOf(endpoints.withdrawInvite, input);
		return {
			requests: [request],
			effect: [`The invitation of ${name} is no longer good.`],
			sameAs: asRequest(about.settings, request),
			friction: 'review',
			send: async (api, services) => {
				await api.withdrawInvite(input);
				void readTeam(services);
			},
			action: {action: 'withdraw-invitation', input: {email: name}},
		};
	},
});

/** More is not an icon. The service does not say how much it takes, bytes. */
export const mostIconBytes = 2 * 1024 * 1024;

/** What is sent of a file that was read to become the icon, or why it is none. */
export function iconOf({bytes, fileName, path}: NamedFile): PickedFile | {problem: string} {
	const facts = pictureFacts(bytes);
	if (!facts) return {problem: 'It is no PNG, JPEG, GIF or WebP file, whatever its name says.'};
	const about = pictureText(facts, bytes.length);
	return {fileName: printableLine(fileName), path, bytes, contentType: facts.type, about};
}

/** (Specification: `POST /team/{teamId}/icon`) */
export const iconForm = form({
	id: 'icon',
	verb: 'Upload',
	operation: undefined,
	title: about => `Upload an icon for ${teamName(about)}`,
	target: ({file}) => `${file?.fileName ?? 'a file'} becomes the icon of`,
	fields: {
		path: {
			...required(
				'File',
				message`PNG, JPEG, GIF or WebP; ~ is your home, ${key('dialog.offer')} completes`,
				'Name a file.',
			),
			complete: ({face}, text) => face.paths(text),
		},
	},
	prepare: async ({face}, {path = ''}) => {
		const read = await face.readFile(path.trim(), mostIconBytes);
		if ('problem' in read) return {problems: {path: printableLine(read.problem)}};
		const icon = iconOf(read);
		return 'problem' in icon ? {problems: {path: icon.problem}} : {file: icon};
	},
	plan: (_, about) => {
		const {id: teamId = '', iconImageId} = teamOf(about) ?? {};
		const {file} = about;
		const {bytes = new Uint8Array(), fileName = '', contentType = ''} = file ?? {};
		const upload = {file: bytes, fileName, contentType};
		return {
			requests: [requestOf(endpoints.uploadTeamIcon, {teamId, ...upload})],
			effect: [
				`${file?.about ?? 'The file'} is sent as it is.`,
				...(iconImageId === undefined ? [] : ['The icon that is there now is replaced.']),
			],
			sameAs: file && commandLine(about.settings, ['team', 'icon', '--yes', file.path]),
			friction: frictionOf.icon,
			send: async (api, services) => {
				if (!file) return;
				await api.uploadTeamIcon({teamId, ...upload});
				void readTeam(services);
			},
			action: {action: 'upload-icon', input: {fileName}},
		};
	},
});
