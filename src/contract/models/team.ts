import {type ByName, emptyRecord} from '../../lib/json/maps.ts';
import * as z from 'zod';
import {createRenamer, type Fields, idOf, isFields, textOf, valueNamed, wordsOf} from '../wire-values.ts';
import {Count, field, Flag, Id, Moment, OpenRecord, OwnId, record, recordOf, Text, Words} from '../record.ts';
import {listIn, missingFrom, readList, recordsIn} from './list.ts';

const people = createRenamer(
	[
		'id',
		'memberId',
		'userId',
		'name',
		'displayName',
		'userName',
		'email',
		'userEmail',
		'mail',
		'imageId',
	].concat(['permissions', 'twoFAEnabled', 'invitedAt', 'expired', 'expiresAt', 'user', 'member', 'account']),
	{id: ['uuid', 'guid', 'inviteId'], name: ['fullName'], invitedAt: ['created', 'createdAt']},
);

/** Returns the fields of a person: a bare id or address, a record with its id under another name, or a nested user. */
function personIn(sent: unknown): Fields | undefined {
	const alone = idOf(sent);
	if (alone !== undefined) return alone.includes('@') ? {email: alone} : {id: alone};
	if (!isFields(sent)) return undefined;
	const value = people(sent);
	const nested = people([value['user'], value['member'], value['account']].find(isFields) ?? {});
	const first = (names: readonly string[], read: (value: unknown) => string | undefined) =>
		[value, nested]
			.flatMap(fields => names.map(name => read(fields[name])))
			.find(found => found !== undefined);
	const identity = {
		id: first(['memberId', 'id', 'userId'], idOf),
		name: first(['name', 'displayName', 'userName'], textOf),
		email: first(['email', 'userEmail', 'mail'], textOf),
	};
	return {...nested, ...value, ...identity};
}

/**
Returns the fields of a member. If there is no id, the address serves as one; the service decides whether it knows it.
*/
function memberIn(value: unknown): Fields | undefined {
	const person = personIn(value);
	return person && {...person, id: person['id'] ?? person['email']};
}

/** Returns the people in a list or in an object keyed by id. */
function peopleIn(value: unknown): readonly unknown[] {
	const records = recordsIn(value);
	if (records) return records;
	if (!isFields(value)) return [];
	return Object.entries(value).map(([id, person]) => (isFields(person) ? {id, ...person} : {id}));
}

type Applications = ByName<readonly string[]>;

/** Reads the permissions of each application by id, also from a list of applications. */
function readApplications(value: unknown): Applications | undefined {
	const pairs = Array.isArray(value)
		? value.flatMap((one): [string, unknown][] => {
				const fields: Fields = isFields(one) ? one : {id: one};
				const id = idOf(fields['id']) ?? idOf(fields['applicationId']);
				return id === undefined ? [] : [[id, fields['permissions']]];
			})
		: isFields(value)
			? Object.entries(value)
			: undefined;
	if (!pairs) return undefined;
	const applications = emptyRecord<readonly string[]>();
	for (const [id, entry] of pairs) {
		const permissions = isFields(entry) && 'permissions' in entry ? entry['permissions'] : entry;
		applications[id] = wordsOf(permissions) ?? [];
	}
	return applications;
}

/**
What ends with a member or a token. `issuedTokens`: other valid tokens. `ends`: the first of all; an automation is disabled for
review, and a task is a scheduled stop or restart of the named server. Only the local service sends these.
*/
const issued = {
	issuedTokens: Count,
	issuedInvites: Count,
	issuedAutomations: Count,
	issuedTasks: Count,
	ends: listIn(record({id: OwnId, kind: Text, name: Text})),
};

/** `id` identifies the member in a kick request. */
const MemberRecord = record({
	id: OwnId,
	name: Text,
	email: Text,
	imageId: Id,
	permissions: Words,
	twoFAEnabled: Flag,
	...issued,
});
type SentMember = z.input<typeof MemberRecord>;
type Member = z.output<typeof MemberRecord>;

/** A bare id or address, a record with its id under another name, or a nested user. */
const TeamMember = z.transform((sent: SentMember, context): Member => {
	const {success, data} = MemberRecord.safeParse(memberIn(sent));
	if (success) return data;
	context.addIssue({code: 'custom', message: 'expected an id'});
	return z.NEVER;
});

const Invite = record({
	id: Id,
	name: Text,
	email: Text,
	invitedAt: Moment,
	expired: Flag,
	/** Only the local service sends these. */
	expiresAt: Moment,
	permissions: Words,
});

/** The specification does not show the record; the local service sends all of these fields. */
export const ApplicationUser = record(
	{
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
		...issued,
	},
	{
		id: ['uuid', 'guid', 'applicationId', 'applicationUserId'],
		name: ['displayName', 'title'],
		createdAt: ['created'],
		lastUsedAt: ['lastUsed', 'lastSeen'],
		expiresAt: ['expires'],
	},
);
export type ApplicationUser = z.output<typeof ApplicationUser>;

/** Only `id` is certain, because the specification does not show the record. */
const TeamRecord = record(
	{
		id: OwnId,
		name: Text,
		iconImageId: Id,
		owner: field<SentMember, Member | undefined>(sent => TeamMember.safeParse(sent).data),
		members: field<SentMember[], unknown>(sent => sent),
		invitedMembers: field<z.input<typeof Invite>[], z.output<typeof Invite>[]>(
			sent => readList(Invite, peopleIn(sent).map(personIn)).items,
		),
		applications: field<ByName<string[]>, Applications | undefined>(readApplications),
		inviteCode: Text,
		limits: OpenRecord,
	},
	{
		id: ['uuid', 'guid', 'teamId'],
		name: ['displayName', 'teamName', 'title'],
		iconImageId: ['iconId', 'imageId'],
		members: ['users', 'teamMembers'],
		invitedMembers: ['invites', 'invitations'],
	},
).transform(({members, ...team}) => {
	const people = peopleIn(members);
	const {items, unreadable} = readList(TeamMember, people, missingFrom(members, people.length));
	return {...team, members: items, ...(unreadable.length > 0 && {unreadableMembers: unreadable})};
});

const OneTeam = recordOf(['team', 'teams'], TeamRecord, true);

/** The list of teams in a response that is not itself a team. */
const teamsIn = (value: unknown): unknown[] | undefined =>
	Array.isArray(value)
		? value
		: isFields(value) && idOf(valueNamed(value, 'id')) === undefined
			? ['teams', 'data', 'content', 'items'].map(name => value[name]).find(Array.isArray)
			: undefined;

/** A service may list the teams of the credentials. A setting chooses one of several. */
export const Team = z
	.custom<z.input<typeof OneTeam>>()
	.superRefine((value: unknown, context) => {
		const count = teamsIn(value)?.length ?? 1;
		if (count > 1)
			context.addIssue({code: 'custom', message: `expected one team, found ${count}: set RCONDECK_TEAM`});
	})
	.pipe(OneTeam);
export type Team = z.output<typeof Team>;
