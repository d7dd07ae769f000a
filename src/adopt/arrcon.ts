import {readIni} from '../lib/text/ini.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';
import {textPassword} from './password.ts';

/*
The hosts file of ARRCON, `ARRCON.hosts`: a section by server with `sHost`, `sPort` and `sPass` in any case; other versions
write `hostname`, `port` and `password`. Its settings, `ARRCON.ini`, have a default server in the section `target`. Source:
https://github.com/radj307/ARRCON, ARRCON/net/objects/HostInfo.hpp and ARRCON/config.hpp. The `rcon` of
https://github.com/LHammonds/rcon has a section with `ipaddress`, `port` and `password`, too (rcon.txt).
*/

const usualAddress = {host: '127.0.0.1', port: '27015'};
const settings = new Set(['appearance', 'timing']);

export function readArrcon({text}: SourceFile): Reading {
	const {add, skip, reading} = createReading();
	for (const [name, section] of Object.entries(readIni(text))) {
		if (settings.has(name)) continue;
		const values = new Map(Object.entries(section).map(([key, value]) => [key.toLowerCase(), value]));
		const valueOf = (...names: string[]) =>
			names.map(each => values.get(each)).find(value => value !== undefined && value !== '');
		const host = valueOf('shost', 'hostname', 'sdefaulthost', 'ipaddress') ?? usualAddress.host;
		const port = valueOf('sport', 'port', 'sdefaultport') ?? usualAddress.port;
		const password = valueOf('spass', 'password', 'sdefaultpass');
		// The settings that ARRCON writes at its first start have no password.
		if (name === 'target' && password === undefined) continue;
		if (password === undefined) skip(name, adoptMessages.noPassword);
		else
			add({
				name: name === 'target' ? host : name,
				kind: 'source',
				host,
				port,
				password: textPassword(password),
			});
	}
	return reading;
}
