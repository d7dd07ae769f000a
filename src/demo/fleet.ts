import * as z from 'zod';
import defaultFleet from '../../assets/demo/fleet.json' with {type: 'json'};
import {newInviteCode, type Seeding} from '../service/first-team.ts';
import type {BackupRecord, MemberRecord, ServerRecord} from '../service/records.ts';
import {newProfile} from '../service/new-server.ts';
import {seedTestAccounts} from './accounts.ts';
import type {Simulation} from './simulated-servers.ts';

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
			status: z.enum(['ONLINE', 'OFFLINE', 'CREATION']).default('ONLINE'),
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
			behaviour: z.enum(['steady', 'slow', 'dropping', 'hanging', 'crashing']).optional(),
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
type ReadFleet = z.output<typeof Fleet>;
type ServerSeed = ReadFleet['servers'][number];

const dayMs = 24 * 60 * 60_000;

/** Fills empty records with a fleet. `count` numbers and repeats its servers. Throws if the fleet is invalid. */
export function seedFleet(records: Seeding, fleet: Fleet | undefined, count?: number): void {
	const read = Fleet.parse(fleet ?? defaultFleet);
	const {store, clock} = records;
	const servers = count === undefined ? read.servers : multiplyServers(read.servers, count);
	seedTeam(records, read, count ?? 0);
	seedOtherTeam(records, read);
	seedTestAccounts(records, read.team.id, read.otherTeam.id);
	for (const node of read.nodes) seedNode(records, read.team.id, node);
	for (const [index, server] of servers.entries()) seedServer(records, read, server, index);
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
		const {behaviour: _, ...steady} = original;
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
		...(seed.behaviour && {behaviour: seed.behaviour}),
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
