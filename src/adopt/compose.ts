import path from 'node:path';
import {entriesOf, fieldOf, readYaml, scalarOf, type YamlValue} from './yaml-text.ts';
import type {ShellValue} from './shell.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {dockerSocket, queryOf} from './described.ts';
import {readEnvFile} from './env-file.ts';
import {createReading, type FoundPassword, type Reading, type SourceFile} from './found.ts';
import {passwordOf} from './password.ts';

/*
Values of a Compose file: https://docs.docker.com/reference/compose-file/, the pages about interpolation, services
(`environment`, `ports`) and the syntax of `.env` files.
*/

/** Variables with the values that Compose fills in. */
export type Environment = ReadonlyMap<string, string>;

/** Longer values count as unknown: a long one that occurs often would exhaust memory. */
const maxValueLength = 4096;

/** Fills in `$NAME`, `${NAME}`, `${NAME:-usual}`, `${NAME:?error}`, `${NAME:+other}` and `$$`; other expansions are open. */
function interpolate(text: string, environment: Environment): ShellValue {
	const only = /^\$(?:\{(\w+)(?::?\?[^{}]*)?\}|([A-Za-z_]\w*))$/.exec(text);
	const name = only?.[1] ?? only?.[2];
	if (name !== undefined && !environment.has(name)) return {variable: name};
	let isOpen = false;
	let length = 0;
	const filled = text.replaceAll(
		/\$(?:\$|\{([A-Za-z_]\w*)(?:(:?[-+?])([^${}]*))?\}|([A-Za-z_]\w*)|)/g,
		(whole, braced?: string, operator?: string, usual?: string, bare?: string) => {
			if (whole === '$$') return '$';
			const value = environment.get(braced ?? bare ?? '');
			const isMissing = value === undefined || (operator?.startsWith(':') === true && value === '');
			if (operator?.endsWith('+') === true) return isMissing ? '' : (usual ?? '');
			if (operator?.endsWith('-') === true && isMissing) return usual ?? '';
			length += value?.length ?? 0;
			if (value === undefined || length > maxValueLength) isOpen = true;
			return isOpen ? '' : (value ?? '');
		},
	);
	return isOpen ? {open: true} : {text: filled};
}

/** The variables of a service: a map, or a list of `NAME=value`. A name alone inherits the value from Compose. */
function environmentOf(value: YamlValue, own: Environment): Map<string, ShellValue> {
	const found = new Map<string, ShellValue>();
	const set = (name: string, text: string | undefined) => {
		const passed = own.get(name);
		if (text !== undefined) found.set(name, interpolate(text, own));
		else found.set(name, passed === undefined ? {variable: name} : {text: passed});
	};
	for (const [name, each] of entriesOf(value)) set(name, scalarOf(each) || undefined);
	for (const each of Array.isArray(value) ? (value as YamlValue[]) : []) {
		const text = scalarOf(each) ?? '';
		const at = text.indexOf('=');
		if (at === -1) set(text, undefined);
		else set(text.slice(0, at), text.slice(at + 1));
	}
	return found;
}

/** Where a port of a container is published on the host. */
export type PublishedPort = {host: string; port: string};

/**
Finds the address of a TCP port of a container in `ports`: `[host:][port:]port[/protocol]`, with ranges, or maps with
`target`, `published` and `host_ip`. undefined if it is not published, or at a port that Docker chooses.
*/
function publishedAt(ports: YamlValue, target: number, own: Environment): PublishedPort | undefined {
	for (const each of Array.isArray(ports) ? (ports as YamlValue[]) : []) {
		const short = scalarOf(each);
		const found = short === undefined ? longPort(each, target, own) : shortPort(short, target, own);
		if (found) return found;
	}
	return undefined;
}

function shortPort(written: string, target: number, own: Environment): PublishedPort | undefined {
	const value = interpolate(written, own);
	if (!('text' in value)) return undefined;
	const [, host, published = '', inside = ''] =
		/^(?:(\[[^\]]*\]|[^:]*):)?(\d+(?:-\d+)?):(\d+(?:-\d+)?)(?:\/tcp)?$/i.exec(value.text) ?? [];
	const [first, last = first] = inside.split('-').map(Number);
	const [start, end = start] = published.split('-').map(Number);
	if (first === undefined || last === undefined || start === undefined || end === undefined) return undefined;
	if (inside === '' || target < first || target > last || end - start !== last - first) return undefined;
	return {host: host ?? '', port: String(start + target - first)};
}

function longPort(value: YamlValue, target: number, own: Environment): PublishedPort | undefined {
	const fields = new Map(entriesOf(value));
	const text = (name: string): string => {
		const filled = interpolate(scalarOf(fields.get(name)) ?? '', own);
		return 'text' in filled ? filled.text : '';
	};
	if (text('target') !== String(target) || text('published') === '') return undefined;
	return {host: text('host_ip'), port: text('published')};
}

/*
Compose files with the images itzg/minecraft-server. Its variables: https://docker-minecraft-server.readthedocs.io, the
page Server Properties: RCON is on unless ENABLE_RCON is false, at port 25575 unless RCON_PORT says otherwise, with a new
random password at each start unless RCON_PASSWORD or RCON_PASSWORD_FILE has one.
*/

const usualPort = '25575';
const gamePort = '25565';
const image = /(^|\/)itzg\/minecraft-server(?=$|[:@])/;
/** An image of the same author without RCON. */
const bedrockImage = /(^|\/)itzg\/minecraft-bedrock-server(?=$|[:@])/;

type Service = {name: string; fields: YamlValue; variables: ReadonlyMap<string, ShellValue>};
type Refusal = {reason: string};

export function readCompose(source: SourceFile): Reading {
	const {add, skip, remark, reading} = createReading();
	const content = readYaml(source.text);
	const own = readEnvFile(source.near('.env') ?? '');
	const others: string[] = [];
	for (const [name, fields] of entriesOf(fieldOf(content, 'services'))) {
		const used = interpolate(scalarOf(fieldOf(fields, 'image')) ?? '', own);
		const imageName = 'text' in used ? used.text : '';
		if (bedrockImage.test(imageName)) skip(name, adoptMessages.bedrock);
		else if (image.test(imageName)) {
			const service = {name, fields, variables: variablesOf(fields, source, own)};
			const found = readService(service, {content, source, own});
			if ('reason' in found) skip(name, found.reason);
			else add(found);
		} else others.push(name);
	}
	if (others.length > 0) remark(adoptMessages.otherServices(others));
	return reading;
}

/** The variables of `environment`, and of `env_file` where that has none. */
function variablesOf(fields: YamlValue, {near}: SourceFile, own: Environment): Map<string, ShellValue> {
	const found = new Map<string, ShellValue>();
	const named = fieldOf(fields, 'env_file');
	for (const each of Array.isArray(named) ? (named as YamlValue[]) : [named]) {
		const name = scalarOf(each) ?? scalarOf(fieldOf(each, 'path'));
		for (const [variable, text] of name === undefined ? [] : readEnvFile(near(name) ?? ''))
			found.set(variable, {text});
	}
	for (const [variable, value] of environmentOf(fieldOf(fields, 'environment'), own))
		found.set(variable, value);
	return found;
}

type Surroundings = {content: YamlValue; source: SourceFile; own: Environment};

function readService({name, fields, variables}: Service, {content, source, own}: Surroundings) {
	const isOff = /^(false|no|off|0)$/i.test(textOf(variables.get('ENABLE_RCON')) ?? '');
	if (isOff) return {reason: adoptMessages.rconOff};
	const inside = textOf(variables.get('RCON_PORT') ?? {text: usualPort});
	if (inside === undefined) return {reason: adoptMessages.unreadVariable('RCON_PORT')};
	const isOnHost = scalarOf(fieldOf(fields, 'network_mode')) === 'host';
	const addressOf = (port: string) =>
		isOnHost ? {host: '', port} : publishedAt(fieldOf(fields, 'ports'), Number(port), own);
	const address = addressOf(inside);
	if (!address) return {reason: adoptMessages.notPublished(inside)};
	const found = findPassword(variables, {fields, content, source, own});
	if ('reason' in found) return found;
	const container = interpolate(scalarOf(fieldOf(fields, 'container_name')) ?? '', own);
	const containerName = 'text' in container ? container.text : '';
	const game = addressOf(textOf(variables.get('SERVER_PORT')) ?? gamePort);
	return {
		name,
		gameType: 'MINECRAFT',
		kind: 'source' as const,
		...address,
		password: found.password,
		query: game && queryOf('MINECRAFT', game.host, game.port),
		power:
			containerName === ''
				? ({kind: 'none'} as const)
				: {kind: 'container' as const, container: containerName, socket: dockerSocket},
		notes: [...found.notes, ...(containerName === '' ? [adoptMessages.noContainerName] : [])],
	};
}

const textOf = (value: ShellValue | undefined): string | undefined =>
	value && 'text' in value && value.text !== '' ? value.text : undefined;

function findPassword(
	variables: ReadonlyMap<string, ShellValue>,
	place: Surroundings & {fields: YamlValue},
): {password: FoundPassword; notes: string[]} | Refusal {
	const file = variables.get('RCON_PASSWORD_FILE');
	if (file) {
		const password = 'text' in file ? fileOnHost(file.text, place) : undefined;
		return password ? {password, notes: []} : {reason: adoptMessages.unknownSecret};
	}
	const value = variables.get('RCON_PASSWORD');
	if (!value || ('text' in value && value.text === '')) return {reason: adoptMessages.randomPassword};
	return passwordOf(value) ?? {reason: adoptMessages.unknownPassword};
}

/** Finds the host file of a file in the container: a secret, or a file in a bind mount. */
function fileOnHost(
	inside: string,
	{fields, content, source, own}: Surroundings & {fields: YamlValue},
): FoundPassword | undefined {
	const folder = path.dirname(source.path);
	const onHost = (written: string | undefined): FoundPassword | undefined => {
		const value = interpolate(written ?? '', own);
		return 'text' in value && value.text !== '' ? {file: path.resolve(folder, value.text)} : undefined;
	};
	const used = fieldOf(fields, 'secrets');
	for (const each of Array.isArray(used) ? (used as YamlValue[]) : []) {
		const name = scalarOf(each) ?? scalarOf(fieldOf(each, 'source'));
		const target = scalarOf(fieldOf(each, 'target')) ?? name ?? '';
		if (name === undefined || path.posix.resolve('/run/secrets', target) !== inside) continue;
		const secret = fieldOf(fieldOf(content, 'secrets'), name);
		const env = scalarOf(fieldOf(secret, 'environment'));
		return env === undefined ? onHost(scalarOf(fieldOf(secret, 'file'))) : {env};
	}
	const mounts = fieldOf(fields, 'volumes');
	for (const each of Array.isArray(mounts) ? (mounts as YamlValue[]) : []) {
		const [from = '', to = ''] = scalarOf(each)?.split(':') ?? [];
		const isPath = /^[./~]/.test(from) && !from.startsWith('~');
		if (isPath && to === inside) return onHost(from);
		if (isPath && to !== '' && inside.startsWith(`${to}/`)) return onHost(from + inside.slice(to.length));
	}
	return undefined;
}
