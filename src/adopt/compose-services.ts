import path from 'node:path';
import {UsageError} from '../lib/errors.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {environmentOf, interpolate, type Environment} from './compose-values.ts';
import {readEnvFile} from './env-file.ts';
import type {SourceFile} from './found.ts';
import type {ShellValue} from './shell.ts';
import {entriesOf, fieldOf, readYaml, scalarOf, type YamlValue} from './yaml-text.ts';

/*
Services of a Compose file with what they extend, and the file that overrides it:
https://docs.docker.com/reference/compose-file/services/#extends, /merge/ and /how-tos/multiple-compose-files/merge/.
Lists are joined, maps are merged, and other values are those of the last layer that has them.
*/

/** A service in one file. Paths in it are relative to `folder`. */
type Layer = {fields: YamlValue; folder: string};
export type Service = {name: string; layers: readonly Layer[]};
type Refusal = {reason: string};
type ReadService = Service | {name: string; reason: string};

export type Project = {
	/** The values that Compose fills in. */
	own: Environment;
	/** In the order of the file; with a reason, one that cannot be read. */
	services: ReadonlyMap<string, ReadService>;
	/** The secrets of the file, each with its fields. */
	secrets: ReadonlyMap<string, Layer>;
	near: SourceFile['near'];
	/** What of it was not read, as sentences. */
	problems: readonly string[];
};

/** A chain of services that extend each other is longer only by mistake, or in a circle. */
const maxLayers = 10;
/** The files that a project may name. */
const maxFiles = 20;

/** Names of the file that Compose merges into another one by default. */
const overrides = (file: string): string => file.replace(/(\.ya?ml)$/i, '.override$1');

/** Reads a project. Throws `UsageError` if the file cannot be read. */
export function readProject({path: file, text, near}: SourceFile): Project {
	const own = new Map<string, string>();
	const fill: FillVariables = (value, found) => interpolate(value, withFound(own, found));
	for (const [name, value] of readEnvFile(near('.env') ?? '', fill))
		if ('text' in value) own.set(name, value.text);
	const files = new Map<string, YamlValue | Refusal>([[file, readYaml(text)]]);
	const contentOf = (wanted: string): YamlValue | Refusal => {
		const known = files.get(wanted);
		if (known !== undefined) return known;
		const found = files.size < maxFiles ? near(wanted) : undefined;
		const content =
			found === undefined ? {reason: adoptMessages.unreadFile(wanted)} : readOther(wanted, found);
		files.set(wanted, content);
		return content;
	};
	const layersOf = (wanted: string, name: string, most = maxLayers): Layer[] | Refusal => {
		const content = contentOf(wanted);
		if (isRefusal(content)) return content;
		const fields = fieldOf(servicesOf(content), name);
		if (fields === undefined || most === 0) return {reason: adoptMessages.unreadExtends(name)};
		const layer = {fields, folder: path.dirname(wanted)};
		const extended = fieldOf(fields, 'extends');
		const service = scalarOf(extended) ?? scalarOf(fieldOf(extended, 'service'));
		if (service === undefined) return [layer];
		const elsewhere = interpolate(scalarOf(fieldOf(extended, 'file')) ?? '', own);
		if (!('text' in elsewhere)) return {reason: adoptMessages.unreadExtends(service)};
		const from = elsewhere.text === '' ? wanted : path.resolve(path.dirname(wanted), elsewhere.text);
		const base = layersOf(from, service, most - 1);
		return isRefusal(base) ? base : [...base, layer];
	};
	const override = overrides(file);
	const isOverridden = override !== file && near(path.basename(override)) !== undefined;
	const others = isOverridden ? [file, override] : [file];
	const tables = others.map(each => ({each, names: new Set(serviceNames(contentOf(each)))}));
	const services = new Map(
		[...new Set(tables.flatMap(({names}) => [...names]))].map((name): [string, ReadService] => {
			const found = tables.filter(({names}) => names.has(name)).map(({each}) => layersOf(each, name));
			const refusal = found.find(isRefusal);
			if (refusal) return [name, {name, ...refusal}];
			return [name, {name, layers: found.flatMap(each => (isRefusal(each) ? [] : each))}];
		}),
	);
	const secrets = new Map(
		others.flatMap(each =>
			entriesOf(fieldOf(contentOf(each), 'secrets')).map(
				([name, fields]) => [name, {fields, folder: path.dirname(each)}] as const,
			),
		),
	);
	const problems = others.flatMap(each => {
		const content = contentOf(each);
		return isRefusal(content) ? content.reason : includedIn(content).map(adoptMessages.included);
	});
	return {own, services, secrets, near, problems};
}

/** Files of the first version have their services at the top. */
const servicesOf = (content: YamlValue): YamlValue => fieldOf(content, 'services') ?? content;

const serviceNames = (content: YamlValue): string[] =>
	entriesOf(servicesOf(content))
		.filter(
			([, fields]) => fieldOf(content, 'services') !== undefined || fieldOf(fields, 'image') !== undefined,
		)
		.map(([name]) => name);

/** The files in `include`: a name, or a map with one or several as its `path`. */
function includedIn(content: YamlValue): string[] {
	const include = fieldOf(content, 'include');
	const items = Array.isArray(include) ? (include as YamlValue[]) : [];
	return items
		.flatMap(item => (item instanceof Map ? fieldOf(item, 'path') : item))
		.flatMap(name => scalarOf(name) ?? [])
		.slice(0, maxFiles);
}

/** A problem in another file must not hide the servers of this one. */
function readOther(file: string, text: string): YamlValue | Refusal {
	try {
		return readYaml(text);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return {reason: adoptMessages.otherFile(file, error.message)};
	}
}

const isRefusal = (value: unknown): value is Refusal =>
	typeof value === 'object' && value !== null && 'reason' in value;

type FillVariables = NonNullable<Parameters<typeof readEnvFile>[1]>;

/** The variables that an environment file has set so far, and those of Compose. */
function withFound(own: Environment, found: ReadonlyMap<string, ShellValue>): Environment {
	const get = (name: string) => {
		const value = found.get(name);
		return value && 'text' in value ? value.text : own.get(name);
	};
	return {get, has: name => get(name) !== undefined};
}

/** The value of a field in the last layer that has it; empty: none. Undefined: it depends on variables that are unknown. */
export function valueIn({layers}: Service, name: string, own: Environment): string | undefined {
	const written = layers
		.map(({fields}) => scalarOf(fieldOf(fields, name)))
		.findLast(text => text !== undefined);
	const value = interpolate(written ?? '', own);
	return 'text' in value ? value.text : undefined;
}

/** The items of a list, of all layers. */
export const itemsIn = ({layers}: Service, name: string): {value: YamlValue; folder: string}[] =>
	layers.flatMap(({fields, folder}) => {
		const value = fieldOf(fields, name);
		const items = Array.isArray(value) ? (value as YamlValue[]) : value === undefined ? [] : [value];
		return items.map(item => ({value: item, folder}));
	});

/** The variables of `environment`, and of `env_file` where that has none. `unread`: the files that could not be read. */
export function variablesIn(
	service: Service,
	{own, near}: Pick<Project, 'own' | 'near'>,
): {variables: Map<string, ShellValue>; unread: string[]} {
	const variables = new Map<string, ShellValue>();
	const unread: string[] = [];
	for (const {value, folder} of itemsIn(service, 'env_file')) {
		const name = interpolate(scalarOf(value) ?? scalarOf(fieldOf(value, 'path')) ?? '', own);
		if ('text' in name && name.text === '') continue;
		const text = 'text' in name ? near(path.resolve(folder, name.text)) : undefined;
		const isOptional = scalarOf(fieldOf(value, 'required')) === 'false';
		if (text === undefined && !isOptional) unread.push('text' in name ? name.text : '');
		const isRaw = scalarOf(fieldOf(value, 'format')) === 'raw';
		const fill: FillVariables = (each, found) =>
			isRaw ? {text: each} : interpolate(each, withFound(own, found));
		for (const [variable, filled] of readEnvFile(text ?? '', fill)) variables.set(variable, filled);
	}
	for (const {fields} of service.layers)
		for (const [variable, value] of environmentOf(fieldOf(fields, 'environment'), own))
			variables.set(variable, value);
	return {variables, unread};
}
