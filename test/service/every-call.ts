import {randomUUID} from 'node:crypto';
import {z} from 'zod';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import type {Service} from './open-service.ts';

/** Calls each endpoint once in a way that succeeds. Random IDs of the path are looked up first. */
const calls: Partial<Record<EndpointName, (service: Caller) => Promise<{path?: object; body?: unknown}>>> = {
	inviteMember: async () => ({body: {userEmail: 'new@team.example'}}),
	kickMember: async () => ({body: {memberId: 'helper'}}),
	withdrawInvite: async () => ({path: {userEmail: 'lea@team.example'}}),
	setMemberPermissions: async () => ({body: {memberId: 'helper', newPermissions: ['ACCESS_TEAM']}}),
	createApplicationUser: async () => ({body: {name: 'bot', permissions: ['ACCESS_SERVERS']}}),
	createInviteCode: async () => ({body: {name: 'Ana', permissions: ['ALL']}}),
	joinTeam: async service => ({body: {code: await inviteCode(service)}}),
	removeApplicationUser: async () => ({path: {applicationId: 'app-read-only'}}),
	changeNodeSettings: async () => ({body: {serverBackupsDirectory: 'F:\\backups'}}),
	getNodeTask: async service => ({path: {taskId: await timedTask(service)}}),
	cancelNodeTask: async service => ({path: {taskId: await timedTask(service)}}),
	createServer: async () => ({body: {nodeId: 'node', name: 'new', gameType: 'CS2', map: 'de_nuke'}}),
	startServer: async () => ({path: {serverId: 'down'}}),
	sendRcon: async () => ({body: {command: 'status'}}),
	awaitRcon: async () => ({body: {command: 'status'}}),
	changeDirectory: async () => ({path: {serverId: 'down'}, body: {serverDirectory: '/srv/games'}}),
	changeDisplayName: async () => ({body: {displayName: 'other'}}),
	updateServer: async () => ({path: {serverId: 'down'}}),
	createBackup: async () => ({body: {name: 'before the patch'}}),
	deleteBackup: async service => ({body: {backupId: await backup(service, 'cs')}}),
	rollBack: async service => ({path: {serverId: 'down'}, body: {backupId: await backup(service, 'down')}}),
	wipeSavegames: async () => ({path: {serverId: 'down'}}),
	deleteServer: async () => ({path: {serverId: 'down'}}),
	addNode: async () => ({body: {name: 'cellar'}}),
	renewNodeToken: async service => ({path: {nodeId: await addNode(service)}}),
	addOwnServer: async () => ({body: ownServer}),
	getOwnServer: async service => ({path: {serverId: await addOwn(service)}}),
	getServerOutput: async service => ({path: {serverId: await addOwn(service)}}),
	changeOwnServer: async service => ({path: {serverId: await addOwn(service)}, body: ownServer}),
	removeOwnServer: async service => ({path: {serverId: await addOwn(service)}}),
	createAutomation: async () => ({body: {teamId: 'team', name: 'new'}}),
	editAutomation: async () => ({body: {enabled: false}}),
	getRun: async service => ({path: {runId: await run(service)}}),
	cancelRun: async service => ({path: {runId: await run(service)}}),
	deleteRun: async service => ({path: {runId: await run(service)}}),
	getSettingProfile: async service => ({path: {profileId: await profile(service)}}),
	changeSettingProfile: async service => ({body: {profileId: await profile(service), map: 'de_train'}}),
	getGameIni: async service => ({path: {profileId: await profile(service)}}),
	getGameUserSettingsIni: async service => ({path: {profileId: await profile(service)}}),
	writeJournal: async () => ({
		body: {entries: [{id: 'entry-0001', kind: 'acknowledged', serverId: 'down', state: 'OFFLINE'}]},
	}),
	parseIni: async () => ({body: {content: '[A]\nkey = value'}}),
	generateIni: async () => ({body: {A: {key: true}}}),
};

const usual = {teamId: 'team', nodeId: 'node', serverId: 'cs', automationId: 'round'};
/** Tested with the router, because they carry bytes. */
const ofBytes = new Set<EndpointName>(['uploadTeamIcon', 'getImage']);
/** The endpoints that `requestTo` can call. */
export const callable = (Object.keys(endpoints) as EndpointName[]).filter(name => !ofBytes.has(name));

/** Sends requests. */
export type Caller = Pick<Service, 'call' | 'post'>;

export type Call = {method: string; path: string; body: unknown};

/** Returns a request to an endpoint that succeeds. `pattern`: one of its paths. */
export async function requestTo(service: Caller, name: EndpointName, pattern?: string): Promise<Call> {
	const row: Endpoint = endpoints[name];
	const {path = {}, body} = (await calls[name]?.(service)) ?? {};
	const ids = new Map<string, string>(Object.entries({...usual, ...path}));
	const filled = (pattern ?? row.path).replaceAll(/\{(\w+)\}/g, (_match, id: string) =>
		encodeURIComponent(ids.get(id) ?? id),
	);
	return {method: row.method, path: filled + (name === 'awaitRcon' ? '?await=true' : ''), body};
}

const ownServer = {
	displayName: 'mine',
	gameType: 'MINECRAFT',
	settings: {power: {kind: 'none'}, stopMs: 1000, readyMs: 1000},
};

async function addNode({call}: Caller): Promise<string> {
	return String((await call('POST', '/node/add', {name: 'loft'})).body['nodeId']);
}

async function addOwn({post}: Caller): Promise<string> {
	return String((await post('/own-server/add', ownServer)).body['id']);
}

async function inviteCode({post}: Caller): Promise<string> {
	const {body} = await post('/team/team/invite-code', {name: `Ana ${randomUUID()}`, permissions: []});
	return String(body['code']);
}

async function timedTask({post, call}: Caller): Promise<string> {
	await post('/server/cs/stop', {delayMinutes: 5});
	return JSON.parse((await call('GET', '/node/node/task')).text)[0].id;
}

async function backup({call}: Caller, serverId: string): Promise<string> {
	return JSON.parse((await call('GET', `/server/${serverId}`)).text).backups[0].backupId;
}

async function run({post}: Caller): Promise<string> {
	return String((await post('/automation/round/trigger/manual')).body['id']);
}

async function profile({call}: Caller): Promise<string> {
	return String((await call('GET', '/server/cs')).body['settingProfileId']);
}

/** Returns whether the text of a response is what the contract says. */
export function isAnswerOf({response}: Endpoint, text: string): boolean {
	if (response instanceof z.ZodType) return response.safeParse(JSON.parse(text)).success;
	return response === 'nothing' ? text === '' : !text.startsWith('{');
}
