import {encodeOutOfBand, outOfBandBody} from '../console/quake-packet.ts';
import {type AskQuery, askUdp, invalidAnswer, type QueryAnswer} from './query.ts';

/*
Quake III, `getstatus` (ioquake3, code/server/sv_main.c): `statusResponse`, a line of settings between backslashes, and a
line for each player with score, ping and name in quotes.
*/
const responseLine = 'statusResponse\n';
const playerLine = /^-?\d+ -?\d+ /;

/** Creates the query of Quake III and related games. */
export function queryQuake3(address: {host: string; port: number}): AskQuery {
	return options =>
		askUdp({
			...address,
			...options,
			request: encodeOutOfBand('getstatus\n'),
			read: datagram => {
				const body = outOfBandBody(datagram)?.toString('utf8');
				if (body === undefined) throw invalidAnswer();
				// Games send other packets to clients, too.
				if (!body.startsWith(responseLine)) return undefined;
				return {answer: readStatus(body.slice(responseLine.length))};
			},
		});
}

function readStatus(text: string): QueryAnswer {
	const [settingsLine = '', ...lines] = text.split('\n');
	const settings = readSettings(settingsLine);
	const maxPlayers = settings.get('sv_maxclients');
	return {
		name: settings.get('sv_hostname')?.replaceAll(/\^\w/g, '') ?? settings.get('hostname'),
		map: settings.get('mapname'),
		players: lines.filter(line => playerLine.test(line)).length,
		maxPlayers: maxPlayers !== undefined && /^\d{1,6}$/.test(maxPlayers) ? Number(maxPlayers) : undefined,
	};
}

/** Reads `\name\value\name\value`. Names have no case. */
function readSettings(line: string): ReadonlyMap<string, string> {
	const [before, ...parts] = line.split('\\');
	if (before !== '' || parts.length % 2 !== 0) throw invalidAnswer();
	const settings = new Map<string, string>();
	for (let at = 0; at < parts.length; at += 2) {
		settings.set((parts[at] ?? '').toLowerCase(), parts[at + 1] ?? '');
	}
	return settings;
}
