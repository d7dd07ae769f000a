import type {Team} from '../../contract/models/team.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';

export type Member = Team['members'][number];
export type Invite = Team['invitedMembers'][number];

/** Members with the owner first; the service may name the owner only as such. */
export function membersOf({members, owner}: Team): readonly Member[] {
	const others = members.filter(({id}) => id !== owner?.id);
	return owner ? [members.find(({id}) => id === owner.id) ?? owner, ...others] : others;
}

/** Not the address, which is hidden until it is asked for, unless it is all that is known. */
export const memberName = ({name, id}: Member): string => name ?? id;
/** Nothing but an address is known of them. */
export const isAddressOnly = ({name, id, email}: Member): boolean => name === undefined && id === email;
/** Its place in the list where the service gives it no id: its address is not for the screen. */
export const inviteId = ({id}: Invite, place: number): string =>
	id ?? teamScreenMessages.numberedInvite(place + 1);
