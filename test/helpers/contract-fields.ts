import type * as z from 'zod';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import {sourceOf, sourcesIn} from './sources.ts';

/*
Finds the fields in which a text from the service reaches the values that the contract reads: ids, states, types and all
other words. Probes the schemas, so that new fields are found without a list to maintain.
*/

/** How a field contains a word: directly, in a list, or as a name in an object. */
export const forms = {
	text: (word: string): unknown => word,
	list: (word: string): unknown => [word],
	name: (word: string): unknown => Object.fromEntries([[word, true]]),
};
export type Form = keyof typeof forms;
/** `place` is the path from the value down; `*` is each item of a list. */
export type WordField = {place: readonly string[]; form: Form};

const code = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, '');

/** Every name before a colon, in quotes or in a list between braces: so every name of a field that the contract can read. */
const nameOfField = /[A-Za-z_]\w*(?=\??:)|(?<=['"])[A-Za-z_]\w*(?=['"])|(?<=[{,]\s*)[A-Za-z_]\w*(?=\s*[,}])/g;
const names = [
	...new Set(sourcesIn('src/contract').flatMap(file => code(sourceOf(file)).match(nameOfField) ?? [])),
];
const unknownName = 'no-name-of-the-contract';

type Read = (value: unknown) => unknown;
type Fields = Record<string, unknown>;

/** Everything that a value contains: objects, texts, and the names in objects. */
export function contentsOf(value: unknown, found = new Set<unknown>()): Set<unknown> {
	if (found.has(value)) return found;
	found.add(value);
	if (typeof value === 'object' && value !== null) {
		for (const [name, part] of Object.entries(value)) {
			found.add(name);
			contentsOf(part, found);
		}
	}
	return found;
}

const recordOf = (valueOf: (name: string) => unknown): Fields =>
	Object.fromEntries([unknownName, ...names].map(name => [name, valueOf(name)]));

/** Finds the largest set of names that can have any value without the record being rejected. */
function freeNames(isRead: (anything: ReadonlySet<string>) => boolean): Set<string> {
	const free = new Set<string>();
	const add = (some: readonly string[]): void => {
		if (some.length === 0) return;
		if (isRead(new Set([...free, ...some]))) for (const name of some) free.add(name);
		else if (some.length > 1) {
			add(some.slice(0, some.length / 2));
			add(some.slice(some.length / 2));
		}
	};
	add(names);
	return free;
}

/** The names that `read` looks for in a record; undefined if it does not accept records. */
function namesRead(read: Read): readonly string[] | undefined {
	const texts = new Map([unknownName, ...names].map(name => [name, `text-${name}`]));
	const objects = new Map([unknownName, ...names].map(name => [name, {}]));
	const contents = (anything: ReadonlySet<string>, odd: ReadonlyMap<string, unknown>) =>
		contentsOf(read(recordOf(name => (anything.has(name) ? odd : texts).get(name))));
	const isRead = (anything: ReadonlySet<string>) =>
		contents(new Set([unknownName, ...anything]), objects).has(objects.get(unknownName));
	if (!isRead(new Set())) {
		// A reader that picks known names: if it drops the unknown one, the names that it keeps are its own.
		const passed = contents(new Set(), texts);
		if (passed.has(texts.get(unknownName))) return undefined;
		const picked = names.filter(name => passed.has(texts.get(name)));
		return picked.length > 0 ? picked : undefined;
	}
	const free = freeNames(isRead);
	const kept = contents(free, objects);
	const numbers = new Map(names.map((name, at) => [name, 1_000_000.5 + at]));
	const keptNumbers = contents(free, numbers);
	return names.filter(
		name => !free.has(name) || !kept.has(objects.get(name)) || !keptNumbers.has(numbers.get(name)),
	);
}

/** The maximum nesting of records in the contract. */
const maxLevels = 3;

/** Finds the words that `read` takes from a value, all below `place`. */
function wordsIn(read: Read, place: readonly string[] = []): WordField[] {
	for (const [step, around] of [
		[[], (record: unknown) => record],
		[['*'], (record: unknown) => [record]],
	] as const) {
		const known = namesRead(record => read(around(record)));
		if (!known) continue;
		const plain = Object.fromEntries(known.map(name => [name, `plain-${name}`]));
		return known.flatMap(name => {
			const readField = (value: unknown) => read(around({...plain, [name]: value}));
			const at = [...place, ...step, name];
			const inner = at.filter(part => part !== '*').length < maxLevels ? wordsIn(readField, at) : [];
			const word = 'word-of-the-field';
			const held = (Object.keys(forms) as Form[]).filter(
				form =>
					contentsOf(readField(forms[form](word))).has(word) &&
					// Names in a record that has fields of its own are not words.
					(form !== 'name' || inner.every(field => field.place[at.length] === '*')),
			);
			return [...held.map(form => ({place: at, form})), ...inner];
		});
	}
	return [];
}

/** The words that a schema reads. */
export const wordFieldsOf = (schema: z.ZodType): WordField[] =>
	wordsIn(value => schema.safeParse(value).data);

/** Every endpoint whose response is a value. */
export const answering = Object.entries(endpoints).flatMap(([name, {response}]: [string, Endpoint]) =>
	typeof response === 'object' ? [name as EndpointName] : [],
);

const found = new Map<EndpointName, readonly WordField[]>();

/** The words in the responses of an endpoint. */
export function answerFields(name: EndpointName): readonly WordField[] {
	const {response}: Endpoint = endpoints[name];
	const fields = found.get(name) ?? (typeof response === 'object' ? wordFieldsOf(response) : []);
	found.set(name, fields);
	return fields;
}

/** Puts a value at a path of a record or list, and extends it if necessary. */
function put(into: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
	if (step === undefined) return value;
	if (step === '*') {
		const [first, ...others]: unknown[] = Array.isArray(into) ? into : [];
		return [put(first, rest, value), ...others];
	}
	const fields = typeof into === 'object' && into !== null && !Array.isArray(into) ? into : {};
	return {...fields, [step]: put((fields as Fields)[step], rest, value)};
}

/** Puts words into the fields of a value. If fields exclude each other, the last one wins. */
export const withWords = (
	value: unknown,
	fields: readonly WordField[],
	wordOf: (field: WordField, at: number) => string,
): unknown =>
	fields.reduce((whole, field, at) => put(whole, field.place, forms[field.form](wordOf(field, at))), value);

/** The required fields of a request with valid values: the word where texts are accepted. */
export function neededFields(shape: Record<string, z.ZodType> = {}, word: string): Fields {
	const settings = {power: {kind: 'none'}, stopMs: 1, readyMs: 1};
	const values = [word, `${word}@team.example`, [word], [{id: word, kind: 'note'}], 1, true, settings];
	const needed = Object.entries(shape).filter(([, schema]) => !schema.safeParse(undefined).success);
	return Object.fromEntries(
		needed.map(([name, schema]) => [name, values.find(value => schema.safeParse(value).success)]),
	);
}

/** A valid body for a schema without fixed fields, containing the word. */
export const contentWith = (schema: z.ZodType, word: string): unknown =>
	[
		{profileId: word, content: word},
		{content: word},
		Object.fromEntries([[word, Object.fromEntries([[word, word]])]]),
	].find(content => schema.safeParse(content).success);

/** The fields of a request that accept a word, with their values. */
export const wordsTaken = (shape: Record<string, z.ZodType> = {}, word: string): [string, unknown][] =>
	Object.entries(shape).flatMap(([name, schema]) =>
		Object.values(forms)
			.map((form): [string, unknown] => [name, form(word)])
			.filter(([, value]) => schema.safeParse(value).success),
	);

/** The ids in a request path. */
export const idsIn = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
