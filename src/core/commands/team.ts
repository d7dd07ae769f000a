import {openFormDialog} from '../actions/dialogs.ts';
import {iconForm, inviteForm, kickForm, withdrawForm} from '../forms/team.ts';
import {openScreen} from '../screens/view.ts';
import {inviteId, memberName, membersOf} from '../screens/team-words.ts';
import type {Form} from '../forms/form.ts';
import type {Services} from '../services.ts';
import type {Thing} from '../state/dialog.ts';
import {whyNotOffered} from '../offered.ts';
import type {State} from '../state/index.ts';
import {keyTo} from '../key-words.ts';
import type {Command} from './command.ts';

const inTeam = ['team'] as const;

const notRead = `The team is not known yet: ${keyTo('app.refresh')} asks for it.`;
const teamNotRead = ({access}: State) => (access.team ? undefined : notRead);

/** The dialog that takes the selected row out of the team, or why there is none. */
function takingOut(state: State): {form: Form; thing: Thing} | string {
	const {team} = state.access;
	const id = openScreen(state)?.selected?.id ?? '';
	if (!team) return notRead;
	const member = membersOf(team).find(other => id === `member ${other.id}`);
	if (member && team.owner?.id === member.id) return 'The owner of a team cannot be kicked.';
	if (member) return {form: kickForm, thing: {id: member.id, name: memberName(member)}};
	const invite = team.invitedMembers.find((other, place) => id === `invite ${inviteId(other, place)}`);
	if (!invite) return 'Select a member to kick, or an invitation to withdraw.';
	const notOffered = whyNotOffered(state.access, 'withdrawInvite');
	if (notOffered !== undefined) return notOffered;
	if (invite.email === undefined)
		return 'The service does not say its address, by which it would be withdrawn.';
	return {form: withdrawForm, thing: {id: invite.email, name: invite.name ?? invite.email}};
}

const isBlocked = (state: State) => {
	const found = takingOut(state);
	return typeof found === 'string' ? found : undefined;
};

export const teamCommands: readonly Command[] = [
	{
		id: 'team.invite',
		keys: ['I'],
		scopes: inTeam,
		title: 'Invite',
		help: 'Opens the dialog that invites somebody by e-mail.',
		hint: true,
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: teamNotRead,
		run: services => openFormDialog(services, inviteForm, []),
	},
	{
		id: 'team.kick',
		keys: ['K'],
		scopes: inTeam,
		title: 'Kick',
		help: 'Opens the dialog that takes the selected member out of the team, or withdraws the selected invitation.',
		hint: true,
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: isBlocked,
		run: (services: Services) => {
			const found = takingOut(services.store.getState());
			if (typeof found !== 'string') openFormDialog(services, found.form, [], {}, found.thing);
		},
	},
	{
		id: 'team.icon',
		keys: ['U'],
		scopes: inTeam,
		title: 'Upload icon',
		help: 'Opens the dialog that uploads a picture as the icon of the team; kind and size are checked before it is sent.',
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: teamNotRead,
		run: services => openFormDialog(services, iconForm, []),
	},
];
