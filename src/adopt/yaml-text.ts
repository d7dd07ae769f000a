import {LineCounter, isMap, isScalar, parseDocument, visit} from 'yaml';
import {UsageError} from '../lib/errors.ts';
import {adoptMessages} from '../messages/adopt.ts';

/** A file with more aliases than this is an attempt to exhaust memory. */
const maxAliases = 100;

/** A value of a file; maps are `Map`s, because their keys are text from outside. */
export type YamlValue = unknown;

/**
Reads YAML, which includes JSON. Throws `UsageError`, which names the position but never the content: it may be a
password.
*/
export function readYaml(text: string): YamlValue {
	// Numbers stay as they are written: a password may be 0123.
	const document = readDocument(text, 'failsafe');
	return valueOf(document, {mapAsMap: true});
}

/** Reads a YAML file as JSON would have its values, such as an automation. Throws `UsageError`. */
export const readYamlFields = (text: string): Record<string, unknown> =>
	valueOf(readDocument(text, 'core'), {}) as Record<string, unknown>; // its contents are a map

function valueOf(document: ReturnType<typeof readDocument>, options: {mapAsMap?: boolean}): unknown {
	try {
		return document.toJS({...options, maxAliasCount: maxAliases}) as unknown;
	} catch (cause) {
		throw new UsageError(adoptMessages.tooManyAliases, {cause});
	}
}

function readDocument(text: string, schema: 'core' | 'failsafe') {
	const lineCounter = new LineCounter();
	const document = withoutStacks(() =>
		parseDocument(text, {
			lineCounter,
			schema,
			merge: true,
			prettyErrors: false,
			// The library compares each key with all others.
			uniqueKeys: false,
			logLevel: 'silent',
		}),
	);
	const lineAt = (offset: number) => lineCounter.linePos(offset).line;
	const [error] = document.errors;
	if (error) throw new UsageError(adoptMessages.noYaml(lineAt(error.pos[0])));
	visit(document, {
		// `password: &secret` is an anchor with an empty value.
		Scalar: (_, {anchor, tag, source, range}) => {
			// Compose has two tags of its own for overrides; any other one is the beginning of a value.
			const isTagged = tag?.startsWith('!') === true && tag !== '!reset' && tag !== '!override';
			if (isTagged || (anchor !== undefined && source === ''))
				throw new UsageError(adoptMessages.quotesNeeded(lineAt(range?.[0] ?? 0)));
		},
		Map: (_, {items}) => {
			const seen = new Set<string>();
			for (const {key} of items) {
				if (!isScalar(key)) continue;
				const name = String(key.value);
				if (seen.has(name) && name !== '<<') {
					const [offset = 0] = key.range ?? [];
					throw new UsageError(adoptMessages.duplicateKey(lineAt(offset)));
				}
				seen.add(name);
			}
		},
	});
	if (!isMap(document.contents)) throw new UsageError(adoptMessages.noMap);
	return document;
}

/** The library creates an error for each wrong character; capturing their stacks would take most of the time. */
function withoutStacks<Result>(work: () => Result): Result {
	const {stackTraceLimit} = Error;
	Error.stackTraceLimit = 0;
	try {
		return work();
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
}

/** The entries of a map, with keys as text; empty for anything else. */
export function entriesOf(value: YamlValue): readonly (readonly [name: string, value: YamlValue])[] {
	if (!(value instanceof Map)) return [];
	return [...(value as Map<unknown, unknown>)].map(([name, each]) => [String(name), each] as const);
}

/** The value of a key in a map; undefined if it has none or is not a map. */
export const fieldOf = (value: YamlValue, name: string): YamlValue =>
	value instanceof Map ? (value as Map<unknown, unknown>).get(name) : undefined;

/** A scalar as text; undefined for lists and maps. */
export const scalarOf = (value: YamlValue): string | undefined =>
	typeof value === 'string' ? value : undefined;
