import path from 'node:path';
import {tableOf} from '../lib/json/maps.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {findGame} from '../games/games.ts';
import {queryOf} from './described.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';
import {textPassword} from './password.ts';
import {assign, readShell, splitCommand, type ShellValue, type Variables} from './shell.ts';

/*
The settings of LinuxGSM: shell variables in `lgsm/config-lgsm/<server>/*.cfg`, where later files override earlier
ones. Sources: https://github.com/GameServerManagers/LinuxGSM, linuxgsm.sh (the order),
lgsm/config-default/config-lgsm/*\/_default.cfg (the variables), lgsm/data/serverlist.csv (the names of servers). RCON of
Minecraft is in its own `server.properties`: https://minecraft.wiki/w/Server.properties

Its servers are not started and stopped here: `monitor`, the only command that finds out whether a server runs, restarts
it if not (https://docs.linuxgsm.com/commands/monitor), and an exit status is documented for none.
*/

const gameTypes = tableOf<string>({
	arkserver: 'ARK_EVOLVED',
	asaserver: 'ARK_ASCENDED',
	arma3server: 'ARMA3',
	cs2server: 'CS2',
	csgoserver: 'CSGO',
	dayzserver: 'DAYZ',
	fctrserver: 'FACTORIO',
	gmodserver: 'GARRYS_MOD',
	mcserver: 'MINECRAFT',
	pmcserver: 'MINECRAFT',
	rustserver: 'RUST',
	sdtdserver: 'SEVEN_DAYS_TO_DIE',
	sfserver: 'SATISFACTORY',
	squadserver: 'SQUAD',
	terrariaserver: 'TERRARIA',
	tf2server: 'TF2',
	twserver: 'TEEWORLDS',
	vhserver: 'VALHEIM',
});

/** The password in the default settings. */
const placeholder = 'CHANGE_ME';

/** Returns whether a file of a settings folder has the settings of one server. */
export const isInstanceFile = (name: string): boolean =>
	name.endsWith('.cfg') && !/^(_default|common|lgsm-template|secrets-.*|.*-template)\.cfg$/.test(name);

/** The files of a server, in the order in which LinuxGSM reads them. */
const layersOf = (instance: string) => [
	'_default.cfg',
	'common.cfg',
	'secrets-common.cfg',
	`${instance}.cfg`,
	`secrets-${instance}.cfg`,
];

/** Reads the file of one server and the ones beside it that apply to all. */
export function readLinuxGsm({path: file, near}: SourceFile): Reading {
	const {add, skip, remark, reading} = createReading();
	const instance = path.basename(file, '.cfg');
	const gameType = gameTypes.get(path.basename(path.dirname(file)));
	if (gameType === 'MINECRAFT') {
		const found = readProperties(near(properties) ?? '');
		if ('reason' in found) skip(instance, found.reason);
		else {
			add({name: instance, gameType, ...found});
			remark(adoptMessages.noLinuxGsmPower);
		}
		return reading;
	}
	const {variables, places} = variablesIn(layersOf(instance), near);
	const text = (name: string): string | undefined => {
		const value = variables.get(name);
		return value && 'text' in value && value.text !== '' ? value.text : undefined;
	};
	const isUnknown = (name: string) => {
		const value = variables.get(name);
		return value !== undefined && !('text' in value);
	};
	const unread = ['ip', 'rconport', 'rconpassword'].find(isUnknown);
	const port = text('rconport');
	const password = text('rconpassword');
	if (unread !== undefined) skip(instance, adoptMessages.unreadVariable(unread), places.get(unread));
	else if (port === undefined) skip(instance, adoptMessages.noRconPort);
	else if (password === undefined) skip(instance, adoptMessages.passwordElsewhere);
	else {
		const host = text('ip') ?? '';
		add({
			name: instance,
			gameType,
			kind: kindOf(gameType, text('rconweb')),
			host,
			port,
			password: textPassword(password),
			query: queryOf(gameType, host, queryPort(gameType, text('queryport'), text('port'))),
			notes: password === placeholder ? [adoptMessages.defaultPassword] : [],
		});
		remark(adoptMessages.noLinuxGsmPower);
	}
	return reading;
}

/** From the folder of the settings. */
const properties = '../../../serverfiles/server.properties';

export function readProperties(text: string) {
	const values = new Map(
		[...text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[=:][ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
			name,
			unescaped(value.replace(/\r$/, '')),
		]),
	);
	const password = values.get('rcon.password') ?? '';
	if (values.get('enable-rcon') !== 'true' || password === '') return {reason: adoptMessages.noProperties};
	const host = values.get('server-ip') ?? '';
	const query = queryOf('MINECRAFT', host, values.get('server-port') ?? '25565');
	return {host, port: values.get('rcon.port') ?? '25575', password: textPassword(password), query};
}

/** (java.util.Properties) */
const unescaped = (value: string): string =>
	value.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, character = '') =>
		code === undefined ? String(character) : String.fromCharCode(Number.parseInt(code, 16)),
	);

/** Returns the variables of all files, and where each was set last. */
function variablesIn(
	layers: readonly string[],
	near: SourceFile['near'],
): {variables: Variables; places: ReadonlyMap<string, string>} {
	const variables: Variables = new Map<string, ShellValue>();
	const places = new Map<string, string>();
	for (const layer of layers) {
		for (const command of readShell(near(layer) ?? '')) {
			for (const each of splitCommand(command).assigned) {
				assign(variables, each, command);
				places.set(each.name, `${layer}:${command.line}`);
			}
		}
	}
	return {variables, places};
}

/** Rust has two consoles; `rconweb` is the choice between them. */
function kindOf(gameType: string | undefined, rconWeb: string | undefined) {
	if (gameType === 'RUST') return rconWeb === '0' ? 'source' : 'web-rcon';
	return gameType === undefined ? 'source' : undefined;
}

function queryPort(
	gameType: string | undefined,
	typed: string | undefined,
	gamePort: string | undefined,
): string | undefined {
	const query = findGame(gameType)?.query;
	if (typed !== undefined || !query || !('offset' in query)) return typed;
	return gamePort === undefined ? undefined : String(Number(gamePort) + query.offset);
}
