import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {addTestAccounts, seedFleet} from '../../../src/demo/fleet.ts';
import {createSimulatedServers} from '../../../src/demo/simulated-servers.ts';
import {shortTimings} from '../../../src/demo/index.ts';
import {openService, type Service, type ServiceOptions} from '../../../src/service/index.ts';
import {endpoints, type EndpointName} from '../../../src/contract/endpoints/index.ts';
import type {Seeding} from '../../../src/service/records/first-team.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {differenceOf, facts, nameOf, type Fact} from '../conformance/facts.ts';
import {callable, isAnswerOf, requestTo, type Caller} from '../every-call.ts';
import {readAnswer} from '../open-service.ts';
import {smallFleet} from '../small-fleet.ts';
import {emptyDatabase, missing} from './database.ts';

/** Opens an instance on a database, with the small fleet if it is new. */
function openInstance(url: string): Promise<Service> {
	const {driver} = createSimulatedServers({
		clock: systemClock,
		random: () => 0.5,
		bootMs: shortTimings.bootMs,
		quirks: {},
	});
	const seed = (records: Seeding) => {
		seedFleet(records, smallFleet);
		addTestAccounts(records, smallFleet);
	};
	return open({database: url, driver, seed});
}

async function open(options: Partial<ServiceOptions>): Promise<Service> {
	const bugs: unknown[] = [];
	const service = await openService({
		clock: systemClock,
		...options,
		onBug: bug => bugs.push(bug),
	});
	onTestFinished(async () => {
		await service.close();
		expect(bugs).toEqual([]);
	});
	return service;
}

/** Sends requests to an instance with the token of the owner. */
function callerOf({fetch}: Service, token: string): Caller {
	const call: Caller['call'] = async (method, path, body) => {
		const init = {
			method,
			headers: {'Application-Token': token},
			...(body !== undefined && {body: JSON.stringify(body)}),
		};
		return readAnswer(await fetch(new Request(`http://service${path}`, init)));
	};
	return {call, post: (path, body) => call('POST', path, body)};
}

/** What only the agent of a node does. A service in this form has none. */
const ofAgents = new Set<EndpointName>([
	'changeNodeSettings',
	'deleteNode',
	'createServer',
	'startServer',
	'stopServer',
	'restartServer',
	'sendRcon',
	'awaitRcon',
	'changeDirectory',
	'updateServer',
	'createBackup',
	'rollBack',
	'wipeSavegames',
	'deleteServer',
	'addOwnServer',
]);
/** These need what only an agent makes: a task, an archive, a real server. */
const afterAgents = new Set<EndpointName>([
	'getNodeTask',
	'renewNodeToken',
	'cancelNodeTask',
	'deleteBackup',
	'getOwnServer',
	'getServerOutput',
	'changeOwnServer',
	'removeOwnServer',
]);
/** Last, because the others need what they remove. */
const removals: EndpointName[] = ['kickMember', 'deleteAutomation'];

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	test('every request has the same outcome at any instance, and refused ones store nothing', async () => {
		const url = await emptyDatabase();
		const [one, other] = await Promise.all([openInstance(url), openInstance(url)]);
		// One of them has stored the first records, with its token.
		const {token} =
			[one, other].find(({credentials}) => credentials.token !== '')?.credentials ?? one.credentials;
		const callers = [callerOf(one, token), callerOf(other, token)] as const;
		const names = callable.filter(name => !removals.includes(name) && !afterAgents.has(name));
		const outcomes: string[] = [];
		for (const [index, name] of [...names, ...removals].entries()) {
			const caller = callers[index % 2 === 0 ? 0 : 1];
			const {method, path, body} = await requestTo(callers[index % 2 === 0 ? 1 : 0], name);
			const actions = await countActions(one);
			const {status, text, body: answer} = await caller.call(method, path, body);
			const isRefused =
				answer['key'] === 'server.operation_not_possible' && actions === (await countActions(one));
			const isAnswered = status < 300 && isAnswerOf(endpoints[name], text);
			const refused = isRefused ? 'refused' : `${status} ${text}`;
			outcomes.push(`${name}: ${isAnswered ? 'answered' : refused}`);
		}
		expect(outcomes).toEqual(
			[...names, ...removals].map(name => `${name}: ${ofAgents.has(name) ? 'refused' : 'answered'}`),
		);
	});

	test('two instances keep every fact of the specification that needs no agent, over HTTP', async () => {
		const url = await emptyDatabase();
		const instances = [await openInstance(url), await openInstance(url)];
		const owner = instances[0]?.credentials.token ?? '';
		const ports = await Promise.all(
			instances.map(async instance => {
				const served = await listen(instance, {port: 0, onBug: bug => expect.fail(String(bug))});
				onTestFinished(served.close);
				return served.url;
			}),
		);
		const send = async (
			index: number,
			{method, path, body}: Pick<Fact, 'method' | 'path' | 'body'>,
			token: string,
		) => {
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			const init = {method, headers: {'Application-Token': token}, ...(body !== undefined && {body: text})};
			return readAnswer(await fetch(new URL(path, ports[index % 2]), init));
		};
		const tokenWith = async (permissions: string[]) => {
			const body = {name: permissions.join() || 'nothing', permissions};
			const issued = await send(1, {method: 'POST', path: '/team/team/application-user', body}, owner);
			return String(issued.body['token']);
		};
		const tokens = new Map<Fact['as'], string>([
			[undefined, owner],
			['nobody', 'wrong'],
			['reader', await tokenWith(['ACCESS_SERVERS'])],
			['without permissions', await tokenWith([])],
		]);
		const differences: string[] = [];
		for (const [index, fact] of facts.entries()) {
			const token = tokens.get(fact.as);
			if (fact.needsAgent || token === undefined) continue;
			const difference = differenceOf(fact, await send(index, fact, token));
			if (difference !== undefined) differences.push(`${nameOf(fact)}: ${difference}`);
		}
		expect(differences).toEqual([]);
	});

	test('instances that start at the same time share one team and one token of the owner', async () => {
		const url = await emptyDatabase();
		const folder = mkdtempSync(path.join(tmpdir(), 'owner-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const files = ['one', 'other'].map(name => path.join(folder, name));
		const openWith = (ownerTokenFile: string) => open({database: url, ownerTokenFile});
		const started = await Promise.all(files.map(openWith));
		const tokens = started.map(({credentials}) => credentials.token).filter(token => token !== '');
		expect(tokens).toHaveLength(1);
		expect(files.filter(file => existsSync(file)).map(file => readFileSync(file, 'utf8').trim())).toEqual(
			tokens,
		);
		for (const service of started) {
			const team = await callerOf(service, tokens[0] ?? '').call('GET', '/team/my');
			expect(team).toMatchObject({status: 200, body: {id: 'team-local'}});
		}
		// A file with the token is enough at another machine.
		const copy = path.join(folder, 'copy');
		writeFileSync(copy, `${tokens[0]}\n`, {mode: 0o600});
		expect((await openWith(copy)).credentials.token).toBe(tokens[0]);
	});

	test('a token that one instance revokes is refused by the others', async () => {
		const url = await emptyDatabase();
		const [one, other] = [await open({database: url}), await open({database: url})];
		const owner = callerOf(one, one.credentials.token);
		const issued = await owner.post('/team/team-local/application-user', {
			name: 'bot',
			permissions: ['ACCESS_SERVERS'],
		});
		const bot = callerOf(other, String(issued.body['token']));
		expect(await bot.call('GET', '/team/my')).toMatchObject({status: 200});
		await owner.call('DELETE', `/team/team-local/application-user/${String(issued.body['id'])}`);
		expect(await bot.call('GET', '/team/my')).toMatchObject({status: 401});
	});
});

const countActions = ({context}: Service) => context.records.read(({actions}) => actions.countOfTeam('team'));
