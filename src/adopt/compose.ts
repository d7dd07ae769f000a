import path from 'node:path';
import {adoptMessages} from '../messages/adopt.ts';
import {bedrockImage, type GameImage, gameImages, repositoryOf} from './compose-images.ts';
import {itemsIn, type Project, readProject, type Service, valueIn, variablesIn} from './compose-services.ts';
import {interpolate, type Protocol, publishedAt, type PublishedPort} from './compose-values.ts';
import {dockerSocket, queryOf} from './described.ts';
import {createReading, type FoundPassword, type RawServer, type Reading, type SourceFile} from './found.ts';
import {passwordOf, textPassword} from './password.ts';
import type {ShellValue} from './shell.ts';
import {fieldOf, scalarOf} from './yaml-text.ts';

type Variables = ReadonlyMap<string, ShellValue>;
type Refusal = {reason: string};

/** Reads the services of a Compose file with known images. */
export function readCompose(source: SourceFile): Reading {
	const {add, skip, remark, reading} = createReading();
	const project = readProject(source);
	const others: string[] = [];
	for (const problem of project.problems) remark(problem);
	for (const [name, service] of project.services) {
		if ('reason' in service) {
			skip(name, service.reason);
			continue;
		}
		const repository = repositoryOf(valueIn(service, 'image', project.own) ?? '');
		const image = gameImages.find(each => each.image.includes(repository));
		if (repository === bedrockImage) skip(name, adoptMessages.bedrock);
		else if (image) {
			const found = readService(service, image, project);
			if ('reason' in found) skip(name, found.reason);
			else add(found);
		} else if ([...variablesIn(service, project).variables.keys()].some(isOfRcon))
			skip(name, adoptMessages.unknownImage);
		else others.push(name);
	}
	if (others.length > 0) remark(adoptMessages.otherServices(others));
	return reading;
}

/** Images of games that are not known have such a variable, too. */
const isOfRcon = (variable: string): boolean => /rcon_?(?:pw|pass)/i.test(variable);

function readService(service: Service, image: GameImage, project: Project): RawServer | Refusal {
	const {own} = project;
	if (image.consoles.length === 0) return {reason: adoptMessages.noConsoleInImage};
	const {variables: given, unread} = variablesIn(service, project);
	const variables = image.args === undefined ? given : withArguments(given, image.args);
	const console = consoleOf(variables, image, (port, protocol) =>
		addressOf(service, port, protocol, project),
	);
	if ('reason' in console) return console;
	const found = findPassword(service, variables, image, {...project, unread});
	if ('reason' in found) return found;
	const container = valueIn(service, 'container_name', own) ?? '';
	const {variable = '', usual = '', protocol = 'udp'} = image.query ?? {};
	const query =
		image.query && addressOf(service, textOf(variables.get(variable)) ?? usual, protocol, project);
	return {
		name: service.name,
		gameType: image.gameType,
		...console,
		password: found.password,
		query: query && queryOf(image.gameType, query.host, query.port),
		power: container === '' ? {kind: 'none'} : {kind: 'container', container, socket: dockerSocket},
		notes: [...found.notes, ...(container === '' ? [adoptMessages.noContainerName] : [])],
	};
}

/** Where a port of a service is on the host; with `network_mode: service:NAME`, that service publishes it. */
function addressOf(
	service: Service,
	port: string,
	protocol: Protocol,
	{own, services}: Pick<Project, 'own' | 'services'>,
): PublishedPort | undefined {
	const mode = valueIn(service, 'network_mode', own) ?? '';
	if (mode === 'host') return {host: '', port};
	const [, shared = ''] = /^service:(.+)$/.exec(mode) ?? [];
	const other = services.get(shared) ?? service;
	if ('reason' in other) return undefined;
	const ports = itemsIn(other, 'ports').map(({value}) => value);
	return publishedAt(ports, {port: Number(port), protocol}, own);
}

/** Returns the first console of an image that is on and published. */
function consoleOf(
	variables: Variables,
	{consoles}: GameImage,
	addressOfPort: (port: string, protocol: Protocol) => PublishedPort | undefined,
): Pick<RawServer, 'kind' | 'host' | 'port'> | Refusal {
	let reason = adoptMessages.noConsoleInImage;
	for (const {
		kind,
		on,
		port: [names, usual],
	} of consoles) {
		const [switchName = '', isOnByDefault = true] = on ?? [];
		const value = textOf(variables.get(switchName)) ?? String(isOnByDefault);
		const isOn = on === undefined || /^"?(true|yes|on|1)"?$/i.test(value);
		const name = names.find(
			each => textOf(variables.get(each)) !== undefined || isUnknown(variables.get(each)),
		);
		const port = name === undefined ? usual : textOf(variables.get(name));
		if (!isOn) reason = adoptMessages.consoleOff(switchName);
		else if (port === undefined) reason = adoptMessages.unreadVariable(name ?? '');
		else if (!/^\d+$/.test(port)) reason = adoptMessages.wrongPort;
		else {
			const address = addressOfPort(port, 'tcp');
			if (address) return {kind, ...address};
			reason = adoptMessages.notPublished(port);
		}
	}
	return {reason};
}

const textOf = (value: ShellValue | undefined): string | undefined =>
	value && 'text' in value && value.text !== '' ? value.text : undefined;

const isUnknown = (value: ShellValue | undefined): boolean => value !== undefined && !('text' in value);

/** Adds the settings in the arguments of a game: `TheIsland_WP?listen?RCONPort=27020 -Name=Value`. */
function withArguments(variables: Variables, name: string): Variables {
	const text = textOf(variables.get(name)) ?? '';
	const settings = text.matchAll(/[?\s-](\w+)=("[^"]*"|[^?\s]*)/g);
	return new Map([
		...variables,
		...[...settings].map(([, each = '', value = '']) => [each, {text: value.replaceAll('"', '')}] as const),
	]);
}

function findPassword(
	service: Service,
	variables: Variables,
	{password: facts = {}, isRandom, args}: GameImage,
	project: Pick<Project, 'own' | 'secrets'> & {unread: readonly string[]},
): {password: FoundPassword; notes: string[]} | Refusal {
	const {variable = '', fileVariable = '', file, usual} = facts;
	const named = variables.get(fileVariable) ?? (file === undefined ? undefined : {text: file});
	if (named && !('text' in named && named.text === '')) {
		const found = 'text' in named ? fileOnHost(service, named.text, project) : undefined;
		if (found && 'reason' in found) return found;
		return found ? {password: found, notes: []} : {reason: adoptMessages.unknownSecret(file ?? fileVariable)};
	}
	const value = variables.get(variable);
	const [unread] = project.unread;
	if (!value || ('text' in value && value.text === '')) {
		if (unread !== undefined) return {reason: adoptMessages.unreadFile(unread)};
		if (isRandom) return {reason: adoptMessages.randomPassword};
		if (args !== undefined) return {reason: adoptMessages.passwordInSettings};
		if (usual === undefined || value) return {reason: adoptMessages.noPassword};
		return {password: textPassword(usual), notes: [adoptMessages.imagePassword]};
	}
	const found = passwordOf(value);
	if (!found) return {reason: adoptMessages.unknownPassword};
	const isQuoted = 'text' in value && /^(["']).*\1$/.test(value.text);
	return isQuoted ? {...found, notes: [...found.notes, adoptMessages.quotedPassword]} : found;
}

/** Finds the host file of a file in the container: a secret, or a file in a bind mount. */
function fileOnHost(
	service: Service,
	inside: string,
	{own, secrets}: Pick<Project, 'own' | 'secrets'>,
): FoundPassword | Refusal | undefined {
	const onHost = (written: string | undefined, folder: string): FoundPassword | undefined => {
		const value = interpolate(written ?? '', own);
		return 'text' in value && value.text !== '' ? {file: path.resolve(folder, value.text)} : undefined;
	};
	for (const {value} of itemsIn(service, 'secrets')) {
		const name = scalarOf(value) ?? scalarOf(fieldOf(value, 'source'));
		const target = scalarOf(fieldOf(value, 'target')) ?? name ?? '';
		if (name === undefined || path.posix.resolve('/run/secrets', target) !== inside) continue;
		const {fields, folder = ''} = secrets.get(name) ?? {};
		if (scalarOf(fieldOf(fields, 'external')) === 'true') return {reason: adoptMessages.externalSecret};
		const env = scalarOf(fieldOf(fields, 'environment'));
		return env === undefined ? onHost(scalarOf(fieldOf(fields, 'file')), folder) : {env};
	}
	for (const {value, folder} of itemsIn(service, 'volumes').toReversed()) {
		const short = interpolate(scalarOf(value) ?? '', own);
		const [source = '', target = ''] =
			'text' in short ? (/^([^:]*):([^:]*)/.exec(short.text)?.slice(1) ?? []) : [];
		const isBind = scalarOf(fieldOf(value, 'type')) === 'bind';
		const from = isBind ? (scalarOf(fieldOf(value, 'source')) ?? '') : source;
		const to = (isBind ? (scalarOf(fieldOf(value, 'target')) ?? '') : target).replace(/\/$/, '');
		// A name alone is a volume of the engine; `~` is the home directory of the user who starts Compose.
		if (to === '' || !(isBind || /^[./]/.test(from)) || from.startsWith('~')) continue;
		if (to === inside || inside.startsWith(`${to}/`)) return onHost(from + inside.slice(to.length), folder);
	}
	return undefined;
}
