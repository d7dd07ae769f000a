import type {ByName} from '../lib/json/maps.ts';
import {behaviors} from './games/game-server.ts';
import {nodeStates} from '../contract/states.ts';
import * as z from 'zod';
import {demoAccountMessages} from '../messages/help.ts';
import {
	addApplication,
	newInviteCode,
	type Seeding,
	type ServiceCredentials,
} from '../service/records/first-team.ts';
import {
	type BackupRecord,
	type MemberRecord,
	ownApplicationId,
	type ServerRecord,
} from '../service/records/records.ts';
import {derivedSecret, hashOf, tokenText} from '../service/access/secrets.ts';
import defaultFleet from '../../assets/demo/fleet.json' with {type: 'json'};
import {newProfile} from '../service/records/new-server.ts';
import type {Simulation} from './simulated-servers.ts';

/** The credentials that a demo accepts. `token` has all permissions; each of the others demonstrates one refusal. */
export type DemoCredentials = ServiceCredentials & {
	/** Has only the ACCESS_* permissions. */
	readOnlyToken: string;
	/** Belongs to the team, without any permission. */
	noPermissionsToken: string;
	/** Belongs to no team: TEAM_NOT_FOUND. */
	teamlessToken: string;
	/** Belongs to another team and has all permissions there. */
	otherTeamToken: string;
};

const readOnly = ['ACCESS_TEAM', 'ACCESS_NODES', 'ACCESS_SERVERS', 'ACCESS_PROFILES', 'ACCESS_AUTOMATIONS'];

/** Adds the applications of a demo to new records. An existing application with all permissions is kept. */
function seedTestAccounts(records: Seeding, teamId: string, otherTeamId: string): void {
	if (!records.store.applications.get(ownApplicationId))
		addApplication(records, {id: ownApplicationId, name: 'rcondeck', teamId, permissions: ['ALL']});
	addApplication(records, {
		id: 'app-read-only',
		name: demoAccountMessages.statusPage,
		teamId,
		permissions: readOnly,
	});
	addApplication(records, {id: 'app-no-rights', name: 'intern', teamId, permissions: []});
	addApplication(records, {id: 'app-teamless', name: demoAccountMessages.leftBehind, permissions: ['ALL']});
	addApplication(records, {
		id: 'app-other-team',
		name: 'neighbours',
		teamId: otherTeamId,
		permissions: ['ALL'],
	});
}

/**
Derives the test tokens from the owner's, so they stay the same when the demo is reopened. The token of a removed
application is empty and grants no access.
*/
export function demoCredentialsOf(
	{store}: Pick<Seeding, 'store'>,
	credentials: ServiceCredentials,
): DemoCredentials {
	const tokenOf = (id: string) => {
		const application = store.applications.get(id);
		if (!application) return '';
		const secret = derivedSecret(credentials.applicationSecret, id);
		const secretHash = hashOf(secret);
		if (application.secretHash !== secretHash) store.applications.put({...application, secretHash});
		return tokenText(id, secret);
	};
	return {
		...credentials,
		readOnlyToken: tokenOf('app-read-only'),
		noPermissionsToken: tokenOf('app-no-rights'),
		teamlessToken: tokenOf('app-teamless'),
		otherTeamToken: tokenOf('app-other-team'),
	};
}

/** A test account, and the requests that show its permissions. */
export type DemoAccount = {
	name: string;
	/** Its credentials. Each entry is sufficient alone. */
	headers: ByName<string>[];
	answers: {method: 'GET' | 'POST'; path: string; status: number; key?: string}[];
};

/** Returns the accounts of a demo whose full account belongs to the team. */
export function demoAccounts(credentials: DemoCredentials, teamId: string): DemoAccount[] {
	const token = (value: string) => [{'Application-Token': value}];
	const list = {method: 'GET', path: `/server/by-team/${teamId}`} as const;
	const team = {method: 'GET', path: '/team/my'} as const;
	const create = {method: 'POST', path: '/server/create'} as const;
	return [
		{
			name: demoAccountMessages.allPermissions,
			headers: [
				...token(credentials.token),
				{
					'Application-Id': credentials.applicationId,
					'Application-Secret': credentials.applicationSecret,
				},
				{Authorization: `Bearer ${credentials.bearer}`},
			],
			answers: [
				{...list, status: 200},
				{...create, status: 400, key: 'validation.failed'},
			],
		},
		{
			name: demoAccountMessages.readOnly,
			headers: token(credentials.readOnlyToken),
			answers: [
				{...list, status: 200},
				{...create, status: 403, key: 'missingPermission.MANAGE_SERVERS'},
			],
		},
		{
			name: demoAccountMessages.noPermissions,
			headers: token(credentials.noPermissionsToken),
			answers: [
				{...team, status: 200},
				{...list, status: 403, key: 'missingPermission.ACCESS_SERVERS'},
			],
		},
		{
			name: demoAccountMessages.noTeam,
			headers: token(credentials.teamlessToken),
			answers: [{...team, status: 404, key: 'TEAM_NOT_FOUND'}],
		},
		{
			name: demoAccountMessages.anotherTeam,
			headers: token(credentials.otherTeamToken),
			answers: [
				{...team, status: 200},
				{...list, status: 404, key: 'general.not_found'},
			],
		},
		{
			name: demoAccountMessages.unknownCredentials,
			headers: token('wrong'),
			answers: [{...team, status: 401, key: 'general.unauthorized'}],
		},
	];
}

const Member = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	permissions: z.array(z.string()),
	twoFAEnabled: z.boolean().default(false),
});
const Fleet = z.object({
	team: z.object({
		id: z.string(),
		name: z.string(),
		ownerId: z.string(),
		members: z.array(Member),
		invites: z
			.array(z.object({id: z.string(), email: z.string(), daysAgo: z.number().default(2)}))
			.default([]),
		limits: z.object({
			maxNodes: z.int(),
			maxServers: z.int(),
			maxBackups: z.int(),
			maxRconCommands: z.int(),
			maxStatisticsSize: z.int(),
			maxMembers: z.int(),
		}),
	}),
	nodes: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			/** Undefined if the node has no default directory. */
			directory: z.string().optional(),
			hostname: z.string(),
			address: z.string(),
			status: z.enum(nodeStates).default('ONLINE'),
		}),
	),
	servers: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			node: z.string(),
			gameType: z.string(),
			map: z.string(),
			maxPlayers: z.int(),
			modCount: z.int().default(0),
			state: z.enum(['ONLINE', 'OFFLINE', 'CREATING']),
			behavior: z.enum(behaviors).optional(),
			/** The number of existing backups. */
			backups: z.int().default(0),
		}),
	),
	automations: z
		.array(
			z.object({
				id: z.string(),
				name: z.string(),
				description: z.string().default(''),
				enabled: z.boolean().default(true),
				targets: z.unknown(),
				workflow: z.array(z.unknown()),
				trigger: z.unknown(),
				runTimeoutSec: z.int().default(3600),
			}),
		)
		.default([]),
	otherTeam: z.object({id: z.string(), name: z.string()}),
});

/** The initial state of a demo, in the format of `assets/demo/fleet.json`. */
export type Fleet = z.input<typeof Fleet>;
export type ReadFleet = z.output<typeof Fleet>;
export type ServerSeed = ReadFleet['servers'][number];
export type AutomationSeed = ReadFleet['automations'][number];

const dayMs = 24 * 60 * 60_000;

/** Fills empty records with a fleet. `count` numbers and repeats its servers. Throws if the fleet is invalid. */
export function seedFleet(records: Seeding, fleet: Fleet | undefined, count?: number): void {
	const read = readFleet(fleet, count);
	const {store, clock} = records;
	seedTeam(records, read, count ?? 0);
	seedOtherTeam(records, read);
	seedTestAccounts(records, read.team.id, read.otherTeam.id);
	for (const node of read.nodes) seedNode(records, read.team.id, node);
	for (const [index, server] of read.servers.entries()) seedServer(records, read, server, index);
	const now = clock.now();
	for (const automation of read.automations) {
		store.automations.put({
			...automation,
			teamId: read.team.id,
			createdAt: now - 30 * dayMs,
			updatedAt: now - 3 * dayMs,
		});
	}
}

/** Returns a fleet as it is in new records. `count` numbers and repeats its servers. */
export function readFleet(fleet?: Fleet, count?: number): ReadFleet {
	const read = Fleet.parse(fleet ?? defaultFleet);
	return count === undefined ? read : {...read, servers: multiplyServers(read.servers, count)};
}

/** Adds the test accounts to records that the service has created itself, which have one team. */
export function addTestAccounts(records: Seeding, fleet: Fleet | undefined): void {
	const [team, otherTeam] = records.store.teams.all();
	if (!team || otherTeam) return;
	const read = Fleet.parse(fleet ?? defaultFleet);
	seedOtherTeam(records, read);
	seedTestAccounts(records, team.id, read.otherTeam.id);
}

/** Repeats the fleet's servers up to `count`. Only the originals misbehave or are down. */
function multiplyServers(servers: ServerSeed[], count: number): ServerSeed[] {
	return Array.from({length: count}, (_item, index) => {
		const original = servers[index % servers.length];
		if (!original) throw new TypeError('A fleet without servers cannot be multiplied.');
		if (index < servers.length) return original;
		const number = index + 1;
		const {behavior: _, ...steady} = original;
		return {...steady, id: `${original.id}-${number}`, name: `${original.name}-${number}`, state: 'ONLINE'};
	});
}

/** Limit for all servers together in a fleet of a requested size, because commands are kept in memory. */
const maxCommands = 20_000;

function seedTeam({store, newId, clock}: Seeding, {team}: ReadFleet, atLeast: number): void {
	const {maxServers, maxRconCommands} = team.limits;
	const limits = {
		...team.limits,
		maxServers: Math.max(maxServers, atLeast),
		maxRconCommands: Math.min(maxRconCommands, Math.max(1, Math.floor(maxCommands / Math.max(1, atLeast)))),
	};
	const invites = team.invites.map(({daysAgo, ...invite}) => ({
		...invite,
		invitedAt: clock.now() - daysAgo * dayMs,
	}));
	store.teams.put({...team, invites, limits, inviteCode: newInviteCode(newId)});
}

function seedOtherTeam({store, newId}: Seeding, {team, otherTeam}: ReadFleet): void {
	const owner: MemberRecord = {
		id: `${otherTeam.id}-owner`,
		name: 'Sam',
		email: 'sam@southwind.example',
		permissions: ['ALL'],
		twoFAEnabled: false,
	};
	store.teams.put({
		...otherTeam,
		ownerId: owner.id,
		members: [owner],
		invites: [],
		inviteCode: newInviteCode(newId),
		limits: team.limits,
	});
}

function seedNode({store, clock, random}: Seeding, teamId: string, node: ReadFleet['nodes'][number]): void {
	const now = clock.now();
	store.nodes.put({
		id: node.id,
		teamId,
		inviteToken: 100_000 + Math.floor(random() * 900_000),
		daemonVersion: '2.2.1-EA',
		status: node.status,
		lastAlive: now,
		lastLogin: now,
		settings: {
			name: node.name,
			serverPath: 'servers',
			...(node.directory !== undefined && {defaultServerDirectory: node.directory}),
			serverBackupsDirectory: 'D:\\gmc\\backups',
			enableAutoUpdate: true,
			manageFirewallAutomatically: false,
		},
		systemData: {
			os: 'Windows Server 2022',
			hostname: node.hostname,
			ram: 131_072,
			ipAddresses: [node.address],
			storage: {'D:\\': {name: 'D:\\', totalBytes: 1_420_000_000_000, usedBytes: 580_000_000_000}},
			cpu: {name: 'AMD EPYC 4564P', cores: 16, threads: 32, frequency: 4_500_000_000},
		},
	});
}

function seedServer(records: Seeding, {team, nodes}: ReadFleet, seed: ServerSeed, index: number): void {
	const {store, clock} = records;
	const node = nodes.find(({id}) => id === seed.node);
	const rconPort = 27_120 + index;
	const profile = newProfile(records, {teamId: team.id, gameType: seed.gameType, map: seed.map, rconPort});
	const server: ServerRecord & Simulation = {
		id: seed.id,
		teamId: team.id,
		nodeId: seed.node,
		displayName: seed.name,
		gameType: seed.gameType,
		createdAt: clock.now() - (200 - (index % 150)) * dayMs,
		state: seed.state,
		wanted: seed.state === 'ONLINE' ? 'up' : 'down',
		settingProfileId: profile.id,
		serverDirectory: node?.directory ?? 'D:\\gmc\\servers',
		maxPlayers: seed.maxPlayers,
		modCount: seed.modCount,
		serverIp: node?.address ?? '127.0.0.1',
		serverPort: 7777 + 2 * (index % 1000),
		queryPort: 27_015 + (index % 1000),
		rconPort,
		backups: Array.from({length: seed.backups}, (_, age) => oldBackup(records, seed, age)).reverse(),
		...(seed.behavior && {behavior: seed.behavior}),
	};
	store.profiles.put(profile);
	store.servers.put(server);
}

function oldBackup({clock, random, newId}: Seeding, {map}: ServerSeed, age: number): BackupRecord {
	const createdAt = clock.now() - (age + 1) * dayMs + Math.floor(random() * 3_600_000);
	const stamp = new Date(createdAt).toISOString().slice(0, 19).replaceAll('-', '.').replaceAll(':', '-');
	return {
		backupId: `gmc-back-${newId()}`,
		name: `${stamp.replace('T', '_')}_${map}`,
		createdAt,
		expiresAt: createdAt + 7 * dayMs,
		autoBackup: true,
		size: Math.round((40 + 60 * random()) * 1024 * 1024),
	};
}
