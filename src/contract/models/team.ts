import * as z from 'zod';
import {Count, field, Flag, Id, Moment, OwnId, Text, Words} from '../wire-fields.ts';
import {isFields, type Fields} from '../wire-values.ts';
import {readList, recordOf} from './common.ts';
import {memberIn, peopleIn, personIn, readApplications, type Applications} from './people.ts';

/** `id` identifies the member in a kick request. */
const MemberRecord = z.looseObject({
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
const TeamMember = personOf(MemberRecord, memberIn);

const TeamInvite = personOf(
	z.looseObject({
		id: Id,
		name: Text,
		email: Text,
		invitedAt: Moment,
		expired: Flag,
		/** Only the local service sends these. */
		expiresAt: Moment,
		permissions: Words,
	}),
	personIn,
);

/** Returns the schema of a person: a bare id or address, a record with its id under another name, or a nested user. */
function personOf<Schema extends z.ZodType>(schema: Schema, find: (value: unknown) => Fields | undefined) {
	return z
		.custom<z.input<Schema>>(() => true)
		.transform((value: unknown, context): z.output<Schema> => {
			const read = schema.safeParse(find(value));
			if (read.success) return read.data;
			context.addIssue({code: 'custom', message: 'expected an id'});
			return z.NEVER;
		});
}

/** The specification does not show the record; the local service sends all of these fields. */
export const ApplicationUser = z.looseObject({
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
export type ApplicationUser = z.output<typeof ApplicationUser>;

const TeamRecord = z.looseObject({
	id: OwnId,
	name: Text,
	iconImageId: Id,
	owner: field<z.input<typeof TeamMember>, z.output<typeof MemberRecord> | undefined>(
		value => TeamMember.safeParse(value).data,
	),
	members: field<z.input<typeof TeamMember>[], unknown>(value => value),
	invitedMembers: field<z.input<typeof TeamInvite>[], z.output<typeof TeamInvite>[]>(
		value => readList(TeamInvite, peopleIn(value)).items,
	),
	applications: field<Record<string, string[]>, Applications | undefined>(readApplications),
	inviteCode: Text,
	limits: field<Fields, Fields | undefined>(value => (isFields(value) ? value : undefined)),
});

/** Only `id` is certain, because the specification does not show the record. */
export const Team = recordOf(
	['team'],
	TeamRecord.transform(({members, ...team}) => {
		const {items, unreadable} = readList(TeamMember, peopleIn(members));
		return {...team, members: items, ...(unreadable.length > 0 && {unreadableMembers: unreadable})};
	}),
);
export type Team = z.output<typeof Team>;
