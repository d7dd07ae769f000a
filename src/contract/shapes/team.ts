import {createList} from '../models/list.ts';
import {memberIn, peopleIn, personIn, readApplications, type Applications} from '../models/people.ts';
import {Count, field, Flag, Id, Moment, OpenRecord, OwnId, shapeOf, Text, Words} from '../shape.ts';

/** `id` identifies the member in a kick request. */
const memberShape = shapeOf({
	id: OwnId,
	name: Text,
	email: Text,
	imageId: Id,
	permissions: Words,
	twoFAEnabled: Flag,
	/** Valid tokens and invitations that end with the membership. Only the local service sends these. */
	issuedTokens: Count,
	issuedInvites: Count,
});
export type Member = NonNullable<ReturnType<typeof memberShape.read>>;
export type SentMember = NonNullable<typeof memberShape.sent>;

const inviteShape = shapeOf({
	id: Id,
	name: Text,
	email: Text,
	invitedAt: Moment,
	expired: Flag,
	/** Only the local service sends these. */
	expiresAt: Moment,
	permissions: Words,
});
type Invite = NonNullable<ReturnType<typeof inviteShape.read>>;

/** Reads a member: a bare id or address, a record with its id under another name, or a nested user. */
export const readMember = (value: unknown): Member | undefined => memberShape.read(memberIn(value));

function readInvites(value: unknown): Invite[] {
	const list = createList<Invite>();
	for (const [index, person] of peopleIn(value).entries()) {
		const invite = inviteShape.read(personIn(person));
		if (invite) list.add(invite, index);
	}
	return list.done([]).items;
}

/** The specification does not show the record; the local service sends all of these fields. */
export const applicationUserShape = shapeOf({
	id: OwnId,
	name: Text,
	permissions: Words,
	memberId: Id,
	memberName: Text,
	/** The member who issued it; undefined for the owner's token. */
	createdByName: Text,
	createdAt: Moment,
	lastUsedAt: Moment,
	expiresAt: Moment,
	/** Other valid tokens and invitations, which end with it. */
	issuedTokens: Count,
	issuedInvites: Count,
});

/** Only `id` is certain, because the specification does not show the record. `members` are still to be read. */
export const teamShape = shapeOf({
	id: OwnId,
	name: Text,
	iconImageId: Id,
	owner: field<SentMember, Member | undefined>(readMember),
	members: field<SentMember[], unknown>(value => value),
	invitedMembers: field<NonNullable<typeof inviteShape.sent>[], Invite[]>(readInvites),
	applications: field<Record<string, string[]>, Applications | undefined>(readApplications),
	inviteCode: Text,
	limits: OpenRecord,
});
