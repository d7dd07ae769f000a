import type {Team} from '../../contract/models/team.ts';
import {invite, kick, uploadIcon} from '../../actions/team.ts';
import {teamScreenMessages} from '../../messages/team.ts';
import {actionCommand} from '../kernel/keys/action-command.ts';
import type {FormRequest} from '../kernel/dialogs/dialog-id.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {notOfferedReason} from '../kernel/state/offered-extensions.ts';
import type {State} from '../state.ts';
import type {Message} from '../../messages/text.ts';
import type {KeyCommand} from '../kernel/state/program.ts';

export type Member = Team['members'][number];
export type Invite = Team['invitedMembers'][number];

/** Returns the members, the owner first; the service may name the owner only separately. */
export function membersOf({members, owner}: Team): readonly Member[] {
	const others = members.filter(({id}) => id !== owner?.id);
	return owner ? [members.find(({id}) => id === owner.id) ?? owner, ...others] : others;
}

/** Returns the name or id, not the address: that is hidden until requested, unless nothing else is known. */
const memberName = ({name, id}: Member): string => name ?? id;
/** Returns whether only an address is known. */
export const isAddressOnly = ({name, id, email}: Member): boolean => name === undefined && id === email;
/** Returns the id, or the position in the list if the service gives none, because the address must not be shown. */
export const inviteId = ({id}: Invite, place: number): string =>
	id ?? teamScreenMessages.numberedInvite(place + 1);

const inTeam = ['team'] as const;

const notRead = teamScreenMessages.notRead;
const teamNotRead = ({access}: State) => (access.team ? undefined : notRead);

/** Returns the dialog that removes the selected row from the team, or why there is none. */
function removalOf(state: State, {row}: Targets): FormRequest | {blocked: Message} {
	const {team} = state.access;
	const id = row?.list === 'team' ? row.id : '';
	if (!team) return {blocked: notRead};
	const member = membersOf(team).find(other => id === `member:${other.id}`);
	if (member && team.owner?.id === member.id) return {blocked: teamScreenMessages.ownerCannotBeKicked};
	if (member) return {form: 'kick', serverIds: [], subject: {id: member.id, name: memberName(member)}};
	const invite = team.invitedMembers.find((other, place) => id === `invite:${inviteId(other, place)}`);
	if (!invite) return {blocked: teamScreenMessages.selectWhomToKick};
	const notOffered = notOfferedReason(state.access, 'withdrawInvite');
	if (notOffered !== undefined) return {blocked: notOffered};
	if (invite.email === undefined) return {blocked: teamScreenMessages.noAddressToWithdraw};
	const subject = {id: invite.email, name: invite.name ?? invite.email};
	return {form: 'withdraw-invitation', serverIds: [], subject};
}

const isBlocked = (state: State, targets: Targets) => {
	const found = removalOf(state, targets);
	return 'blocked' in found ? found.blocked : undefined;
};

export const teamCommands: readonly KeyCommand[] = [
	actionCommand(invite, {
		id: 'team.invite',
		keys: ['I'],
		scopes: inTeam,
		hint: true,
		blocked: teamNotRead,
		run: () => ({form: 'invite', serverIds: []}),
	}),
	actionCommand(kick, {
		id: 'team.kick',
		keys: ['K'],
		scopes: inTeam,
		hint: true,
		blocked: isBlocked,
		run: ({store}, targets) => {
			const found = removalOf(store.getState(), targets);
			return 'form' in found ? found : undefined;
		},
	}),
	actionCommand(uploadIcon, {
		id: 'team.icon',
		keys: ['U'],
		scopes: inTeam,
		blocked: teamNotRead,
		run: () => ({form: 'upload-icon', serverIds: []}),
	}),
];
