/**
Objects stored by field instead of one by one: a field with the same value in all of them is stored once, and numbers need
no objects of their own. Objects with many fields then take a third of the memory, without the texts in them.
*/
export type PackedRecords<Item> = {readonly groups: readonly Group<Item>[]};

/** Objects with the same fields in the same order. */
type Group<Item> = {
	/** The index of each. */
	places: readonly number[];
	/** The first of them: copying it is faster than adding field after field. */
	first: Item;
	/** The fields in which they differ, with the value of each. */
	columns: readonly Column<Item>[];
};

type Column<Item> = {name: keyof Item; values: Values};
type Values = readonly unknown[] | Float64Array;

export function packRecords<Item extends object>(records: readonly Item[]): PackedRecords<Item> {
	return {groups: placesByFields(records).map(places => groupOf(records, places))};
}

/** Returns copies of the objects. */
export function unpackRecords<Item extends object>({groups}: PackedRecords<Item>): Item[] {
	const records: Item[] = [];
	for (const {places, first, columns} of groups) {
		for (const place of places) records[place] = {...first};
		for (const {name, values} of columns) fill(records, places, name, values);
	}
	return records;
}

/** Returns the index of the last object with this value in a field, or -1, and unpacks nothing. */
export function lastIndexWith<Item extends object>(
	{groups}: PackedRecords<Item>,
	field: string,
	value: unknown,
): number {
	const lastIn = ({places, first, columns}: Group<Item>) => {
		const values = columns.find(({name}) => name === field)?.values;
		if (values) return places[lastIndexOf(values, value)] ?? -1;
		return Object.getOwnPropertyDescriptor(first, field)?.value === value ? (places.at(-1) ?? -1) : -1;
	};
	return groups.reduce((last, group) => Math.max(last, lastIn(group)), -1);
}

function lastIndexOf(values: Values, value: unknown): number {
	if (!(values instanceof Float64Array)) return values.lastIndexOf(value);
	return typeof value === 'number' ? values.lastIndexOf(value) : -1;
}

function placesByFields(records: readonly object[]): number[][] {
	const groups: {names: readonly string[]; places: number[]}[] = [];
	for (const [place, record] of records.entries()) {
		const names = Object.keys(record);
		const group = groups.find(one => isSame(one.names, names));
		if (group) group.places.push(place);
		else groups.push({names, places: [place]});
	}
	return groups.map(({places}) => places);
}

function groupOf<Item extends object>(records: readonly Item[], places: readonly number[]): Group<Item> {
	const members = places.map(place => records[place] as Item); // a place in the list
	const first = members[0] as Item; // no group is empty
	const columns: Column<Item>[] = [];
	for (const name of Object.keys(first) as (keyof Item)[]) {
		const values = members.map(member => member[name]);
		if (values.every(value => Object.is(value, first[name]))) continue;
		// Several fields often have the same values, such as the time of an entry and its position.
		const twin = columns.find(column => isSame(column.values, values));
		columns.push({name, values: twin?.values ?? compact(values)});
	}
	return {places, first: {...first}, columns};
}

const compact = (values: readonly unknown[]): Values =>
	values.every(value => typeof value === 'number') ? Float64Array.from(values) : values;

const isSame = (one: Values, other: Values) =>
	one.length === other.length && one.every((value, index) => Object.is(value, other[index]));

function fill<Item extends object>(
	records: readonly Item[],
	places: readonly number[],
	name: keyof Item,
	values: Values,
): void {
	for (let index = 0; index < places.length; index++) {
		const record = records[places[index] as number] as Item; // a place in the list
		record[name] = values[index] as Item[keyof Item]; // the value of this field
	}
}
