import type {Team} from '../../contract/models/team.ts';

export type Member = Team['members'][number];
export type Invite = Team['invitedMembers'][number];

/** Members with the owner first; the service may name the owner only as such. */
export function membersOf({members, owner}: Team): readonly Member[] {
	const others = members.filter(({id}) => id !== owner?.id);
	return owner ? [members.find(({id}) => id === owner.id) ?? owner, ...others] : others;
}

export const memberName = ({name, email, id}: Member): string => name ?? email ?? id;
export const inviteId = ({id, email, name}: Invite): string => id ?? email ?? name ?? 'unknown';
