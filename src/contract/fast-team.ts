import {createList} from './models/list.ts';
import {peopleIn} from './models/people.ts';
import type {Team} from './models/team.ts';
import {readMember, teamShape, type Member} from './shapes/team.ts';
import {withSource} from './sources.ts';
import {isFields} from './wire-values.ts';

/** Reads a team with the same result as the schema `Team`. Returns undefined if only the schema can read it. */
export function readTeam(value: unknown): Team | undefined {
	const team = teamShape.read(value);
	if (!team || !isFields(value)) return undefined;
	const list = createList<Member>();
	for (const [index, person] of peopleIn(team.members).entries()) {
		const member = readMember(person);
		if (!member) return undefined;
		list.add(member, index);
	}
	const {items, unreadable} = list.done([]);
	return unreadable.length > 0 ? undefined : withSource({...team, members: items}, value);
}
