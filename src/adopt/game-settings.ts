import path from 'node:path';
import {readIni} from '../lib/text/ini.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {queryOf} from './described.ts';
import {createReading, type RawServer, type Reading, type SourceFile} from './found.ts';
import {readProperties} from './linuxgsm.ts';
import {textPassword} from './password.ts';
import {fieldOf, readYaml, scalarOf} from './yaml-text.ts';

/*
Settings of game servers with their RCON password:
- `server.properties`: https://minecraft.wiki/w/Server.properties
- `PalWorldSettings.ini`: its sample, https://pastebin.com/EKQW9UUc; ports: default.env of jammsen/docker-palworld-dedicated-server
- `GameUserSettings.ini` of both games of ARK: https://www.survivalconfigs.com/ark-survival-evolved; names in any case, as in
  every ini file of Unreal Engine
- `Game.ini` of Conan Exiles: https://pastebin.com/S57wb6PM; of Insurgency: Sandstorm:
  https://github.com/Joe-Klauza/sandstorm-admin-wrapper, config-handler.rb
- `serverconfig.xml` of 7 Days to Die: https://survivalservers.com/wiki/index.php?oldid=2508&title=7D2D_Server_Config
- `ServerHostSettings.json` of V Rising: https://xgamingserver.com/docs/v-rising/server-config
- `Rcon.cfg` of Squad: https://github.com/CM2Walki/Squad, etc/entry.sh
- `BEServer.cfg` of BattlEye: https://www.battleye.com/support/documentation/
- the ini file of Project Zomboid: https://pzwiki.net/wiki/Server_settings
- `server.cfg` of Source games: https://github.com/GameServerManagers/Game-Server-Configs
*/

type Found = RawServer | {reason: string};
type Kind = {name: RegExp; text?: RegExp; read: (text: string) => Found};

const isOn = (value: string | undefined): boolean =>
	['true', '1'].includes(value?.trim().toLowerCase() ?? '');
const unquoted = (value: string | undefined): string => value?.trim().replace(/^"([^]*)"$/, '$1') ?? '';

const kinds: readonly Kind[] = [
	{name: /^server\.properties$/i, read: readMinecraft},
	{name: /^PalWorldSettings\.ini$/i, read: readPalworld},
	{name: /^GameUserSettings\.ini$/i, read: readArk},
	{name: /^Game\.ini$/i, text: /^\[(?:Rcon|RconPlugin)\]/im, read: readUnreal},
	{name: /^serverconfig[\w-]*\.xml$/i, text: /"TelnetPort"/, read: readSevenDays},
	{name: /^ServerHostSettings\.json$/i, read: readVRising},
	{name: /^rcon\.cfg$/i, text: /^Port=/im, read: readSquad},
	{name: /^beserver(_x64)?(_active_\w+)?\.cfg$/i, read: readBattleye},
	{name: /\.ini$/i, text: /^RCONPassword=/m, read: readZomboid},
	{name: /\.cfg$/i, text: /^[ \t]*rcon_password[ \t]/im, read: readSource},
];

const kindOf = ({path: file, text}: Pick<SourceFile, 'path' | 'text'>): Kind | undefined =>
	kinds.find(kind => kind.name.test(path.basename(file)) && (kind.text?.test(text) ?? true));

export const isGameSettings = (file: Pick<SourceFile, 'path' | 'text'>): boolean =>
	kindOf(file) !== undefined;

export function readGameSettings(source: SourceFile): Reading {
	const {add, skip, reading} = createReading();
	const folder = path.basename(path.dirname(source.path));
	const found = kindOf(source)?.read(source.text) ?? {reason: adoptMessages.noRconSettings};
	if ('reason' in found) skip(folder, found.reason, path.basename(source.path));
	else {
		const notes = found.host === '' ? [adoptMessages.onThisMachine] : [];
		add({...found, name: found.name || folder, notes});
	}
	return reading;
}

function readMinecraft(text: string): Found {
	const found = readProperties(text);
	return 'reason' in found
		? {reason: adoptMessages.noRconSettings}
		: {name: '', gameType: 'MINECRAFT', ...found};
}

type Console = Omit<RawServer, 'name' | 'host' | 'password'> & {
	[Field in 'name' | 'host' | 'password']?: string | undefined;
} & {isOn?: boolean};

/** A console that the game opens only with a password; usually Source RCON. */
function withPassword({isOn = true, password = '', name = '', host = '', ...server}: Console): Found {
	if (!isOn || password === '') return {reason: adoptMessages.noRconSettings};
	return {kind: 'source', ...server, name, host, password: textPassword(password)};
}

/** All settings are in one line: `OptionSettings=(Name=Value,Name="Value")`. */
function readPalworld(text: string): Found {
	const settings = settingsIn(text, /(\w+)=("[^"\n]*"|[^,()\n]*)/g);
	const isRest = isOn(settings.get('restapienabled'));
	const port = settings.get(isRest ? 'restapiport' : 'rconport') ?? (isRest ? '8212' : '25575');
	return withPassword({
		name: settings.get('servername'),
		gameType: 'PALWORLD',
		kind: isRest ? 'http' : 'source',
		port,
		isOn: isRest || isOn(settings.get('rconenabled')),
		password: settings.get('adminpassword'),
	});
}

/** Both games have the same file, so `--game` says which one it is. */
function readArk(text: string): Found {
	const settings = unrealSettings(text);
	const setting = (name: string) => settings.get(`serversettings.${name}`);
	return withPassword({
		name: settings.get('sessionsettings.sessionname'),
		port: setting('rconport') ?? '27020',
		isOn: isOn(setting('rconenabled')),
		password: setting('serveradminpassword'),
	});
}

const unrealSettings = (text: string): ReadonlyMap<string, string> =>
	new Map(
		Object.entries(readIni(text)).flatMap(([section, values]) =>
			Object.entries(values).map(([name, value]) => [`${section}.${name}`.toLowerCase(), value] as const),
		),
	);

/** Conan Exiles in `[RconPlugin]`, and Insurgency: Sandstorm in `[Rcon]`. */
function readUnreal(text: string): Found {
	const settings = unrealSettings(text);
	const isConan = settings.has('rconplugin.rconenabled');
	const [on, password, port] = isConan
		? ['rconplugin.rconenabled', 'rconplugin.rconpassword', 'rconplugin.rconport']
		: ['rcon.benabled', 'rcon.password', 'rcon.listenport'];
	return withPassword({
		gameType: isConan ? 'CONAN_EXILES' : 'INSURGENCY_SANDSTORM',
		port: settings.get(port) ?? (isConan ? '25575' : '27015'),
		isOn: isOn(settings.get(on)),
		password: unquoted(settings.get(password)),
	});
}

const entities = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

/** Without a password, the console listens only on this machine. */
function readSevenDays(text: string): Found {
	const [start = '', ...others] = text.split('<!--');
	const code = start + others.map(part => part.split('-->').slice(1).join('-->')).join('');
	const pattern = /<property\s+name="(\w+)"\s+value="([^"]*)"/g;
	const settings = new Map(
		[...code.matchAll(pattern)].map(([, name = '', value = '']) => [
			name.toLowerCase(),
			value.replaceAll(/&(\w+);/g, (entity, word: string) => entities.get(word) ?? entity),
		]),
	);
	if (!isOn(settings.get('telnetenabled'))) return {reason: adoptMessages.noRconSettings};
	const password = settings.get('telnetpassword') ?? '';
	return {
		name: settings.get('servername') ?? '',
		gameType: 'SEVEN_DAYS_TO_DIE',
		kind: 'telnet',
		host: '',
		port: settings.get('telnetport') ?? '8081',
		password: password === '' ? undefined : textPassword(password),
	};
}

/** JSON is YAML. */
function readVRising(text: string): Found {
	const settings = readYaml(text);
	const valueOf = (name: string) => scalarOf(fieldOf(fieldOf(settings, 'Rcon'), name)) ?? '';
	return withPassword({
		name: scalarOf(fieldOf(settings, 'Name')),
		gameType: 'V_RISING',
		port: valueOf('Port') || '25575',
		isOn: isOn(valueOf('Enabled')),
		password: valueOf('Password'),
	});
}

function readSquad(text: string): Found {
	const settings = settingsIn(text, /^(\w+)=(.*)$/gm);
	return withPassword({
		gameType: 'SQUAD',
		host: settings.get('ip'),
		port: settings.get('port') ?? '21114',
		password: settings.get('password'),
	});
}

/** Returns the settings that a pattern with a name and a value finds, with names in lower case. */
const settingsIn = (text: string, pattern: RegExp): ReadonlyMap<string, string> =>
	new Map([...text.matchAll(pattern)].map(([, name = '', value]) => [name.toLowerCase(), unquoted(value)]));

function readBattleye(text: string): Found {
	const settings = settingsIn(text, /^[ \t]*(\w+)[ \t]+(\S.*)$/gm);
	const [port, password] = [settings.get('rconport'), settings.get('rconpassword')];
	if (port === undefined || password === undefined) return {reason: adoptMessages.noRconSettings};
	return {
		name: '',
		kind: 'battleye',
		host: settings.get('rconip') ?? '',
		port,
		password: textPassword(password),
	};
}

function readZomboid(text: string): Found {
	const settings = settingsIn(text, /^(\w+)=(.*)$/gm);
	return withPassword({
		name: settings.get('publicname'),
		gameType: 'PROJECT_ZOMBOID',
		port: settings.get('rconport') ?? '27015',
		password: settings.get('rconpassword'),
	});
}

/** The port is in the command that starts the game, unless `hostport` sets it. */
function readSource(text: string): Found {
	const settings = settingsIn(text, /^[ \t]*(\w+)[ \t]+("[^"\n]*"|(?:[^\s"/]|\/(?!\/))+)/gm);
	const [host, port] = [settings.get('ip') ?? '', settings.get('hostport') ?? '27015'];
	return withPassword({
		name: settings.get('hostname'),
		host,
		port,
		password: settings.get('rcon_password'),
		query: queryOf('CS2', host, port),
	});
}
