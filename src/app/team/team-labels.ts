import type {Team} from '../../contract/models/team.ts';
import {teamScreenMessages} from '../../messages/team-screen.ts';

export type Member = Team['members'][number];
export type Invite = Team['invitedMembers'][number];

/** Returns the members, the owner first; the service may name the owner only separately. */
export function membersOf({members, owner}: Team): readonly Member[] {
	const others = members.filter(({id}) => id !== owner?.id);
	return owner ? [members.find(({id}) => id === owner.id) ?? owner, ...others] : others;
}

/** Returns the name or id, not the address: that is hidden until requested, unless nothing else is known. */
export const memberName = ({name, id}: Member): string => name ?? id;
/** Returns whether only an address is known. */
export const isAddressOnly = ({name, id, email}: Member): boolean => name === undefined && id === email;
/** Returns the id, or the position in the list if the service gives none, because the address must not be shown. */
export const inviteId = ({id}: Invite, place: number): string =>
	id ?? teamScreenMessages.numberedInvite(place + 1);
