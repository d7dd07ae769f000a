import type {ConsoleKind} from '../contract/models/own-server.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {splitAddress} from './address.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';
import {passwordOf, textPassword} from './password.ts';
import {assign, readShell, splitCommand, type ShellValue, type Variables} from './shell.ts';
import {entriesOf, fieldOf, readYaml, scalarOf, type YamlValue} from './yaml-text.ts';

/*
Two programs of this name:
- gorcon/rcon-cli: `rcon.yaml` or JSON, with `address`, `password` and `type` by environment; README.md, section
  Configuration file.
- itzg/rcon-cli: `.rcon-cli.yaml` with `host`, `port` and `password` of one server, or the same in variables that begin
  with `RCON_`; README.md, section Configuration. The image itzg/minecraft-server writes `.rcon-cli.env`, with the names in
  lower case.
*/

/** The types of gorcon, and the game that it documents for each. */
const types: ReadonlyMap<string, {kind: ConsoleKind; gameType: string | undefined}> = new Map([
	['', {kind: 'source', gameType: undefined}],
	['rcon', {kind: 'source', gameType: undefined}],
	['telnet', {kind: 'telnet', gameType: 'SEVEN_DAYS_TO_DIE'}],
	['web', {kind: 'web-rcon', gameType: 'RUST'}],
]);

/** Of itzg/rcon-cli. */
const usualAddress = {host: 'localhost', port: '27015'};

export function readRconCli(source: SourceFile): Reading {
	const isShell = /^[ \t]*(export[ \t]+)?(RCON_)?(HOST|PORT|PASSWORD)[ \t]*=/im.test(source.text);
	if (isShell) return readVariables(source);
	const content = readYaml(source.text);
	const isOne = ['host', 'port', 'password'].some(name => scalarOf(fieldOf(content, name)) !== undefined);
	return isOne ? readOne(content) : readEnvironments(content);
}

function readEnvironments(content: YamlValue): Reading {
	const {add, skip, reading} = createReading();
	for (const [name, session] of entriesOf(content)) {
		const type = types.get(scalarOf(fieldOf(session, 'type')) ?? '');
		const address = scalarOf(fieldOf(session, 'address'));
		const password = scalarOf(fieldOf(session, 'password'));
		if (address === undefined) skip(name, adoptMessages.noAddress);
		else if (!type) skip(name, adoptMessages.unknownConsole);
		else if (password === undefined) skip(name, adoptMessages.noPassword);
		else add({name, ...type, ...splitAddress(address), password: textPassword(password)});
	}
	return reading;
}

function readOne(content: YamlValue): Reading {
	const host = scalarOf(fieldOf(content, 'host')) ?? usualAddress.host;
	const port = scalarOf(fieldOf(content, 'port')) ?? usualAddress.port;
	const password = scalarOf(fieldOf(content, 'password'));
	return oneServer({text: host}, {text: port}, password === undefined ? undefined : {text: password});
}

function readVariables({text}: SourceFile): Reading {
	const variables: Variables = new Map();
	for (const command of readShell(text))
		for (const each of splitCommand(command).assigned)
			assign(variables, {...each, name: each.name.toUpperCase().replace(/^RCON_/, '')}, command);
	const host = variables.get('HOST') ?? {text: usualAddress.host};
	const port = variables.get('PORT') ?? {text: usualAddress.port};
	return oneServer(host, port, variables.get('PASSWORD'));
}

function oneServer(host: ShellValue, port: ShellValue, password: ShellValue | undefined): Reading {
	const {add, skip, reading} = createReading();
	const found = password && passwordOf(password);
	if (!('text' in host) || !('text' in port)) skip(adoptMessages.unnamed, adoptMessages.unknownAddress);
	else if (!found) skip(host.text, password ? adoptMessages.unknownPassword : adoptMessages.noPassword);
	else add({name: host.text, kind: 'source', host: host.text, port: port.text, ...found});
	return reading;
}
