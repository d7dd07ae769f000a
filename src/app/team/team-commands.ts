import {teamCommandMessages, teamScreenMessages} from '../../messages/team-screen.ts';
import {inviteId, memberName, membersOf} from './team-labels.ts';
import type {FormRequest} from '../kernel/dialog-id.ts';
import type {Targets} from '../kernel/targets.ts';
import {notOfferedReason} from '../kernel/offered-extensions.ts';
import type {State} from '../state.ts';
import {type Message} from '../../messages/text.ts';
import type {Command} from '../kernel/command.ts';

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

export const teamCommands: readonly Command[] = [
	{
		id: 'team.invite',
		keys: ['I'],
		scopes: inTeam,
		group: 'act',
		...teamCommandMessages.invite,
		hint: true,
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: teamNotRead,
		run: () => ({form: 'invite', serverIds: []}),
	},
	{
		id: 'team.kick',
		keys: ['K'],
		scopes: inTeam,
		group: 'act',
		...teamCommandMessages.kick,
		hint: true,
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: isBlocked,
		run: ({store}, targets) => {
			const found = removalOf(store.getState(), targets);
			return 'form' in found ? found : undefined;
		},
	},
	{
		id: 'team.icon',
		keys: ['U'],
		scopes: inTeam,
		group: 'act',
		...teamCommandMessages.icon,
		danger: true,
		needs: 'MANAGE_TEAM',
		blocked: teamNotRead,
		run: () => ({form: 'upload-icon', serverIds: []}),
	},
];
