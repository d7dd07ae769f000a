import path from 'node:path';
import {consoleKinds, type OwnSettings} from '../contract/models/own-server.ts';
import {findGame, gameTypeOf} from '../games/games.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {readHost, readPort, splitAddress} from './address.ts';
import type {createReading, FoundPassword} from './found.ts';
import {textPassword} from './password.ts';

/** The columns of CSV files and the fields of TOML files. */
export const describedFields = [
	'name',
	'game',
	'console',
	'address',
	'host',
	'port',
	'password',
	'password_file',
	'password_env',
	'query_port',
	'container',
	'unit',
	'user_unit',
] as const;
type Field = (typeof describedFields)[number];
export type Fields = ReadonlyMap<string, string>;

export const isField = (name: string): boolean => (describedFields as readonly string[]).includes(name);

/** The documented path of the Docker socket on Linux. */
export const dockerSocket = '/var/run/docker.sock';

/** Adds a server of a CSV or TOML file. Empty fields are missing. `file`: for paths relative to it. */
export function addDescribed(
	{add, skip}: Pick<ReturnType<typeof createReading>, 'add' | 'skip'>,
	fields: Fields,
	{file, where}: {file: string; where: string},
): void {
	const field = (name: Field): string | undefined => fields.get(name)?.trim() || undefined;
	const name = field('name') ?? adoptMessages.unnamed;
	const refuse = (reason: string) => skip(name, reason, where);
	const [typedAddress, host] = [field('address'), field('host')];
	if (typedAddress === undefined && host === undefined) return refuse(adoptMessages.noAddress);
	const console = field('console');
	const kind = consoleKinds.find(one => one === console);
	if (console !== undefined && kind === undefined) return refuse(adoptMessages.unknownConsole);
	const passwords = passwordsIn(fields, file);
	if (passwords.length > 1) return refuse(adoptMessages.severalPasswords);
	const power = powerOf(field('container'), field('unit'), field('user_unit'));
	if (!power) return refuse(adoptMessages.severalDrivers);
	const game = field('game');
	const reading = game === undefined ? undefined : gameTypeOf(game);
	const gameType = reading && 'gameType' in reading ? reading.gameType : game;
	const address = typedAddress === undefined ? undefined : splitAddress(typedAddress);
	const place = address?.host ?? host ?? '';
	const queryPort = field('query_port');
	const query = queryOf(gameType, place, queryPort);
	if (queryPort !== undefined && !query) return refuse(adoptMessages.noQuery);
	return add({
		name,
		where,
		gameType,
		kind,
		host: place,
		port: address?.port ?? field('port'),
		password: passwords[0],
		query,
		power,
		notes: gameType !== undefined && !findGame(gameType) ? [adoptMessages.unknownGame] : [],
	});
}

/** Passwords may begin and end with spaces. */
function passwordsIn(fields: Fields, file: string): FoundPassword[] {
	const text = fields.get('password') ?? '';
	const name = fields.get('password_file')?.trim() ?? '';
	const env = fields.get('password_env')?.trim() ?? '';
	return [
		...(text === '' ? [] : [textPassword(text)]),
		...(name === '' ? [] : [{file: path.resolve(path.dirname(file), name)}]),
		...(env === '' ? [] : [{env}]),
	];
}

/** undefined if there are several. */
function powerOf(
	container: string | undefined,
	unit: string | undefined,
	userUnit: string | undefined,
): OwnSettings['power'] | undefined {
	const drivers: OwnSettings['power'][] = [
		...(container === undefined ? [] : [{kind: 'container' as const, container, socket: dockerSocket}]),
		...(unit === undefined ? [] : [{kind: 'systemd' as const, unit, isUser: false}]),
		...(userUnit === undefined ? [] : [{kind: 'systemd' as const, unit: userUnit, isUser: true}]),
	];
	return drivers.length > 1 ? undefined : (drivers[0] ?? {kind: 'none'});
}

/** The query of the game at this port; undefined if the game has none. */
export function queryOf(gameType: string | undefined, host: string, port: string | undefined) {
	const kind = findGame(gameType)?.query?.kind;
	const checked = readHost(host);
	const number = port === undefined ? undefined : readPort(port);
	return kind && number !== undefined && checked !== undefined
		? {kind, host: checked, port: number}
		: undefined;
}
