import path from 'node:path';
import type {Config} from '../config/load.ts';
import {ApiError} from '../contract/errors.ts';
import type {Listed} from '../contract/models/listed.ts';
import {isFields} from '../contract/wire-values.ts';
import {parseJson} from '../lib/json.ts';
import {makePrivateFolder, writePrivateFile} from '../lib/private-folder.ts';
import {readRegularFile} from '../lib/regular-file.ts';

const teamsFile = 'teams.json';
const maxTeams = 20;

/** The id of the team that the service last named for these credentials. */
export type KnownTeam = {id: () => string | undefined; keep: (id: string) => void};

/**
Returns the team in the file of the state folder. Only the credentials of an application belong to one team; a user's may be for
several, and the service chooses.
*/
export function knownTeam({stateDir, baseUrl, profileName, credentials}: Config): KnownTeam {
	const isOfOne = credentials?.kind === 'token' || credentials?.kind === 'application';
	if (baseUrl === undefined || !isOfOne) return {id: () => undefined, keep: () => {}};
	const file = path.join(stateDir, teamsFile);
	const application = credentials.kind === 'application' ? credentials.id : '';
	const key = [baseUrl, profileName, application].join(' ');
	return {
		id: () => teamsIn(file).get(key),
		keep: id => {
			const teams = teamsIn(file);
			if (teams.get(key) === id) return;
			teams.delete(key);
			const newest = [[key, id] as const, ...teams].slice(0, maxTeams);
			try {
				makePrivateFolder(stateDir);
				writePrivateFile(file, JSON.stringify({teams: Object.fromEntries(newest)}));
			} catch {
				// The next command asks for the team again.
			}
		},
	};
}

function teamsIn(file: string): Map<string, string> {
	try {
		const {teams} = parseJson(readRegularFile(file).toString()) as {teams?: unknown};
		const entries = isFields(teams) ? Object.entries(teams) : [];
		return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
	} catch {
		return new Map();
	}
}

/**
Reads a list of the team: of the known one, which saves a request, unless the credentials are now for another one. Then the
service refuses that of the known team, or shows nothing of it. `teamId` asks the service.
*/
export async function listOfTeam<Item>(
	known: KnownTeam,
	teamId: () => Promise<string>,
	read: (teamId: string) => Promise<Listed<Item>>,
): Promise<Listed<Item>> {
	const before = known.id();
	if (before === undefined) return read(await teamId());
	const [list] = await Promise.allSettled([read(before)]);
	const isOther =
		list.status === 'fulfilled'
			? list.value.items.length + list.value.unreadable.length === 0
			: list.reason instanceof ApiError && refusals.has(list.reason.status);
	const id = isOther ? await teamId() : before;
	if (id !== before) return read(id);
	if (list.status === 'rejected') throw list.reason;
	return list.value;
}

/** Of a team that is unknown or another's. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 403, 404]);
