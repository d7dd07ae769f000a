import {idOf, isFields, textOf, wordsOf, type Fields} from '../wire-values.ts';
import {recordsIn} from './envelope.ts';

/** Returns the fields of a person: a bare id or address, a record with its id under another name, or a nested user. */
export function personIn(value: unknown): Fields | undefined {
	const alone = idOf(value);
	if (alone !== undefined) return alone.includes('@') ? {email: alone} : {id: alone};
	if (!isFields(value)) return undefined;
	const nested = [value['user'], value['member'], value['account']].find(isFields) ?? {};
	const first = (names: readonly string[], read: (value: unknown) => string | undefined) =>
		[value, nested]
			.flatMap(fields => names.map(name => read(fields[name])))
			.find(found => found !== undefined);
	const identity = {
		id: first(['memberId', 'id', 'userId'], idOf),
		name: first(['name', 'displayName', 'userName', 'username'], textOf),
		email: first(['email', 'userEmail', 'mail'], textOf),
	};
	return {...nested, ...value, ...identity};
}

/**
Returns the fields of a member. If there is no id, the address serves as one; the service decides whether it knows it.
*/
export function memberIn(value: unknown): Fields | undefined {
	const person = personIn(value);
	return person && {...person, id: person['id'] ?? person['email']};
}

/** Returns the people in a list or in an object keyed by id. */
export function peopleIn(value: unknown): readonly unknown[] {
	const records = recordsIn(value);
	if (records) return records;
	if (!isFields(value)) return [];
	return Object.entries(value).map(([id, person]) => (isFields(person) ? {id, ...person} : {id}));
}

export type Applications = Readonly<Record<string, readonly string[]>>;

/** Reads the permissions of each application by id, also from a list of applications. */
export function readApplications(value: unknown): Applications | undefined {
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
	// Without a prototype, no id can clash with an inherited property.
	const applications = Object.create(null) as Record<string, readonly string[]>;
	for (const [id, entry] of pairs) {
		const permissions = isFields(entry) && 'permissions' in entry ? entry['permissions'] : entry;
		applications[id] = wordsOf(permissions) ?? [];
	}
	return applications;
}
