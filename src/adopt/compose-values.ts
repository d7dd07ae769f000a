import {entriesOf, scalarOf, type YamlValue} from './yaml-text.ts';
import type {ShellValue} from './shell.ts';

/*
Values of a Compose file: https://docs.docker.com/reference/compose-file/, the pages about interpolation, services
(`environment`, `ports`) and the syntax of `.env` files.
*/

/** Variables with the values that Compose fills in. */
export type Environment = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

/** Longer values count as unknown: a long one that occurs often would exhaust memory. */
const maxValueLength = 4096;

/** Fills in `$NAME`, `${NAME}`, `${NAME:-usual}`, `${NAME:?error}`, `${NAME:+other}` and `$$`; other expansions are open. */
export function interpolate(text: string, environment: Environment): ShellValue {
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
export function environmentOf(value: YamlValue, own: Environment): Map<string, ShellValue> {
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
export type Protocol = 'tcp' | 'udp';

/**
Finds the address of a port of a container in `ports`: `[host:][port:]port[/protocol]`, with ranges, or maps with
`target`, `published` and `host_ip`. undefined if it is not published, or at a port that Docker chooses.
*/
export function publishedAt(
	ports: YamlValue,
	{port: target, protocol}: {port: number; protocol: Protocol},
	own: Environment,
): PublishedPort | undefined {
	for (const each of Array.isArray(ports) ? (ports as YamlValue[]) : []) {
		const short = scalarOf(each);
		const found =
			short === undefined ? longPort(each, target, protocol, own) : shortPort(short, target, protocol, own);
		if (found) return found;
	}
	return undefined;
}

function shortPort(
	written: string,
	target: number,
	protocol: Protocol,
	own: Environment,
): PublishedPort | undefined {
	const value = interpolate(written, own);
	if (!('text' in value)) return undefined;
	const [, host, published = '', inside = '', given = 'tcp'] =
		/^(?:(\[[^\]]*\]|[^:]*):)?(\d+(?:-\d+)?):(\d+(?:-\d+)?)(?:\/(tcp|udp))?$/i.exec(value.text) ?? [];
	if (given.toLowerCase() !== protocol) return undefined;
	const [first, last = first] = inside.split('-').map(Number);
	const [start, end = start] = published.split('-').map(Number);
	if (first === undefined || last === undefined || start === undefined || end === undefined) return undefined;
	if (inside === '' || target < first || target > last || end - start !== last - first) return undefined;
	return {host: host ?? '', port: String(start + target - first)};
}

function longPort(
	value: YamlValue,
	target: number,
	protocol: Protocol,
	own: Environment,
): PublishedPort | undefined {
	const fields = new Map(entriesOf(value));
	const text = (name: string): string => {
		const filled = interpolate(scalarOf(fields.get(name)) ?? '', own);
		return 'text' in filled ? filled.text : '';
	};
	if (text('target') !== String(target) || text('published') === '') return undefined;
	if ((text('protocol') || 'tcp').toLowerCase() !== protocol) return undefined;
	return {host: text('host_ip'), port: text('published')};
}
