import {createList} from './models/list.ts';
import {memberIn, peopleIn, personIn, readApplications} from './models/people.ts';
import type {Team} from './models/team.ts';
import {readMoment} from './moments.ts';
import {isPlain, readFields, type Readers} from './read-fields.ts';
import {withSource} from './sources.ts';
import {flagOf, idOf, isFields, numberOf, textOf, wordsOf, type Fields} from './wire-values.ts';

const ofMember: Readers = Object.entries({
	id: idOf,
	name: textOf,
	email: textOf,
	imageId: idOf,
	permissions: wordsOf,
	twoFAEnabled: flagOf,
	issuedTokens: numberOf,
	issuedInvites: numberOf,
});
const ofInvite: Readers = Object.entries({
	id: idOf,
	name: textOf,
	email: textOf,
	invitedAt: readMoment,
	expired: flagOf,
	expiresAt: readMoment,
	permissions: wordsOf,
});

const ofTeam: Readers = Object.entries({id: idOf, name: textOf, iconImageId: idOf, inviteCode: textOf});

/** Reads a team with the same result as the schema `Team`. Returns undefined if only the schema can read it. */
export function readTeam(value: unknown): Team | undefined {
	if (!isPlain(value) || idOf(value['id']) === undefined) return undefined;
	const owner = readMember(value['owner']);
	const members = readPeople(value['members'], readMember);
	const invitedMembers = readPeople(value['invitedMembers'], readInvite);
	if (!members || !invitedMembers || members.unreadable.length > 0) return undefined;
	const team = {
		...readFields(value, ofTeam),
		owner,
		invitedMembers: invitedMembers.items,
		applications: readApplications(value['applications']),
		limits: isFields(value['limits']) ? value['limits'] : undefined,
		members: members.items,
	};
	// Every field has been read above, so this equals the schema's result.
	return withSource(team as Fields as Team, value);
}

/** Undefined if a person cannot be read. */
function readPeople(value: unknown, read: (person: unknown) => Fields | undefined) {
	const list = createList<Fields>();
	for (const [index, person] of peopleIn(value).entries()) {
		const found = read(person);
		if (!found) return undefined;
		list.add(found, index);
	}
	return list.done([]);
}

function readMember(value: unknown): Fields | undefined {
	const person = memberIn(value);
	return isPlain(person) && idOf(person['id']) !== undefined ? readFields(person, ofMember) : undefined;
}

function readInvite(value: unknown): Fields | undefined {
	const person = personIn(value);
	return isPlain(person) ? readFields(person, ofInvite) : undefined;
}
