import {expect, test} from 'vitest';
import {createCapabilities} from '../../../src/client/rest/extensions.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

type Answers = (url: string) => {status: number; body?: unknown};

/**
 * A service with those responses, a client for it, and the availability changes reported to that client.
 */
async function extensionService(answers: Answers) {
	const changes: string[] = [];
	const capabilities = createCapabilities({
		onShown: name => changes.push(`+${name}`),
		onMissing: name => changes.push(`-${name}`),
	});
	const service = await httpService(({url}, response) => {
		const {status, body} = answers(url);
		if (body === undefined) response.writeHead(status).end();
		else json(response, status, body);
	});
	return {api: apiAt(service.url, {capabilities}), told: changes, off: capabilities.off, seen: service.seen};
}

test.each([
	[404, undefined],
	[404, {key: 'general.not_found'}],
	[404, {status: 404, error: 'Not Found'}],
	[405, undefined],
	[501, undefined],
])('disables an extension after one request when the response is %i %j', async (status, body) => {
	const {api, told, seen} = await extensionService(() => ({status, body}));
	expect(await failureOf(api.listNodeTasks({nodeId: 'n0'}))).toMatchObject({status});
	for (const nodeId of ['n1', 'n2', 'n0']) {
		expect(await failureOf(api.listNodeTasks({nodeId}))).toMatchObject({
			notOffered: 'listNodeTasks',
			message: 'This service does not offer node tasks.',
		});
	}
	expect(seen).toHaveLength(1);
	expect(told).toEqual(['-listNodeTasks']);
});

test('an initial response without a known key means that the extension is not available', async () => {
	const {api} = await extensionService(() => ({status: 404, body: {key: 'strange'}}));
	expect(await failureOf(api.cancelRun({runId: 'r'}))).toMatchObject({
		status: 404,
		message: 'This service does not offer canceling runs.',
	});
});

test('concurrent requests report a missing extension once', async () => {
	const {api, told} = await extensionService(() => ({status: 404}));
	await Promise.all(['n1', 'n2'].map(nodeId => failureOf(api.listNodeTasks({nodeId}))));
	expect(told).toEqual(['-listNodeTasks']);
});

test('an extension that once responded stays available despite later errors', async () => {
	const {api, told, off} = await extensionService(url =>
		url.includes('n1') ? {status: 200, body: []} : {status: 404},
	);
	await api.listNodeTasks({nodeId: 'n1'});
	for (const nodeId of ['gone', 'gone too']) {
		expect(await failureOf(api.listNodeTasks({nodeId}))).toMatchObject({status: 404, notOffered: undefined});
	}
	expect(off()).toEqual([]);
	expect(told).toEqual(['+listNodeTasks']);
});

test.each([
	[403, {key: 'missingPermission.ACCESS_NODES'}, ['+listNodeTasks']],
	[409, {key: 'node.invalid_state'}, ['+listNodeTasks']],
	[404, {key: 'TEAM_NOT_FOUND'}, []],
	[401, {}, []],
	[403, {}, []],
	[500, {}, []],
	[200, {wrong: 'shape'}, []],
])('%i %j does not disable an extension', async (status, body, told) => {
	const service = await extensionService(() => ({status, body}));
	await failureOf(service.api.listNodeTasks({nodeId: 'n1'}, {deadlineMs: 200}));
	expect(service.told).toEqual(told);
	expect(service.off()).toEqual([]);
});

test('a web page at the path of an extension does not make it available', async () => {
	const capabilities = createCapabilities({onShown: name => expect.fail(name)});
	const service = await httpService((_seen, response) => response.end('<!doctype html>'));
	await failureOf(apiAt(service.url, {capabilities}).listNodeTasks({nodeId: 'n1'}));
	expect(capabilities.off()).toEqual([]);
});

test('a forced retry reaches the service and makes the extension available when it responds', async () => {
	const answers = [{status: 404}, {status: 200, body: []}];
	const {api, told} = await extensionService(() => answers.shift() ?? {status: 200, body: []});
	await failureOf(api.listNodeTasks({nodeId: 'n1'}));
	await api.listNodeTasks({nodeId: 'n1'}, {retryMissing: true});
	await api.listNodeTasks({nodeId: 'n1'});
	expect(told).toEqual(['-listNodeTasks', '+listNodeTasks']);
});

test.each(['post', 'get'])('never disables the endpoints of the specification (%s)', async method => {
	const {api, seen, told} = await extensionService(() => ({status: 404}));
	const ask = () => (method === 'get' ? api.getServer({serverId: 'a'}) : api.startServer({serverId: 'a'}));
	for (const _ of [1, 2, 3]) await failureOf(ask());
	expect(seen).toHaveLength(3);
	expect(told).toEqual([]);
});
