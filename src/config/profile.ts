import {ownValue} from '../lib/json/maps.ts';
import type {OwnServer} from '../contract/models/own-server.ts';
import type {Secret} from '../lib/secrets/secret.ts';
import {UsageError} from '../lib/errors.ts';
import type {OriginNotes} from './origins.ts';
import {envValue, type Env} from './paths.ts';
import type {ReadConfig} from './files.ts';
import {ProfileTable} from './schema.ts';
import {configFileMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';

/**
A server that is reached by its address, without being added. `displayName`: its address. `password`: one that was typed on
the terminal, which `settings` then read from `addressedPassword`.
*/
export type AddressedServer = Pick<OwnServer, 'displayName' | 'gameType' | 'settings'> & {
	password: Secret | undefined;
};

export type Flags = {
	profile?: string | undefined;
	url?: string | undefined;
	readOnly?: boolean | undefined;
	screenReader?: boolean | undefined;
	/** Use the simulated fleet, no matter which service is configured. */
	demo?: boolean | undefined;
	/** Use this server alone, no matter which service is configured. */
	addressed?: AddressedServer | undefined;
};

export type Profile = {
	name: string;
	/** False if the environment alone selected the service. */
	isNamed: boolean;
	table: ProfileTable;
	/** A service of this machine, which needs no table. */
	builtIn?: BuiltInProfile | 'address';
};

/** Profiles that every installation has. A profile of the same name in the file takes precedence. */
export const builtInProfiles = ['local', 'demo'] as const;
export type BuiltInProfile = (typeof builtInProfiles)[number];

/**
Returns the profile that a flag or the environment names; otherwise the file's default, unless a URL is set outside the
file.
*/
export function chooseProfile(flags: Flags, env: Env, file: ReadConfig, origins: OriginNotes): Profile {
	if (flags.addressed) return chooseAddress(flags);
	if (flags.demo) return chooseDemo(flags);
	const {profiles} = file.content;
	const fromOutside = flags.url ?? envValue(env, 'RCONDECK_URL');
	const {value: name} = origins.pick(
		'profile',
		undefined,
		[flags.profile, '--profile'],
		[envValue(env, 'RCONDECK_PROFILE'), originMessages.environment(['RCONDECK_PROFILE'])],
		[fromOutside === undefined ? file.content.profile : undefined, file.path],
	);
	if (name === undefined) return {name: 'environment', isNamed: false, table: ProfileTable.parse({})};
	const table = ownValue(profiles, name);
	if (table) return {name, isNamed: true, table};
	const builtIn = builtInProfiles.find(one => one === name);
	if (builtIn) return chooseBuiltIn(builtIn, flags);
	throw new UsageError(configFileMessages.noProfile(name, Object.keys(profiles), file.path));
}

function chooseAddress({url, profile, demo}: Flags): Profile {
	const other =
		(demo && '--demo') || (url !== undefined && '--url') || (profile !== undefined && '--profile');
	if (other) throw new UsageError(configFileMessages.addressExcludes(other));
	return {name: 'address', isNamed: false, table: ProfileTable.parse({}), builtIn: 'address'};
}

function chooseDemo({url, profile}: Flags): Profile {
	const other = url === undefined ? profile && '--profile' : '--url';
	if (other) throw new UsageError(configFileMessages.demoExcludes(other));
	return {name: 'demo', isNamed: false, table: ProfileTable.parse({}), builtIn: 'demo'};
}

function chooseBuiltIn(name: BuiltInProfile, {url}: Flags): Profile {
	if (url !== undefined) throw new UsageError(configFileMessages.profileExcludesUrl(name));
	return {name, isNamed: false, table: ProfileTable.parse({}), builtIn: name};
}
