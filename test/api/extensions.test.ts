import {expect, test} from 'vitest';
import {createCapabilities} from '../../src/api/capabilities.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

test('an extension that the service lacks is turned off for the session, and said once', async () => {
	const said: string[] = [];
	const capabilities = createCapabilities(name => said.push(name));
	const service = await httpService((seen, response) =>
		seen.url.startsWith('/server/')
			? json(response, 404, {key: 'general.not_found'})
			: response.writeHead(405).end(),
	);
	const api = apiAt(service.url, {capabilities});
	const first = api.listNodeTasks({nodeId: 'n1'});
	const second = api.listNodeTasks({nodeId: 'n2'});
	expect(await failureOf(first)).toMatchObject({status: 405});
	expect(await failureOf(second)).toMatchObject({status: 405});
	expect(await failureOf(api.listNodeTasks({nodeId: 'n1'}))).toMatchObject({reason: 'blocked'});
	await failureOf(api.updateServer({serverId: 'gone'}));
	expect(said).toEqual(['listNodeTasks']);
	expect(capabilities.off()).toEqual(['listNodeTasks']);
	expect(service.seen).toHaveLength(3);
});

/** A service that answers 404 without a key to what `isMissing` says, and offers the rest. */
async function withMissing(isMissing: (url: string) => boolean, body?: unknown) {
	const capabilities = createCapabilities();
	const service = await httpService(({url}, response) => {
		if (!isMissing(url)) json(response, 200, []);
		else if (body === undefined) response.writeHead(404).end();
		else json(response, 404, body);
	});
	return {api: apiAt(service.url, {capabilities}), off: capabilities.off, seen: service.seen};
}

test('a record that is missing without a key is not taken for an extension that is', async () => {
	const {api, off} = await withMissing(() => true);
	await failureOf(api.listNodeTasks({nodeId: 'gone'}));
	await failureOf(api.listNodeTasks({nodeId: 'gone'}));
	expect(off()).toEqual([]);
	await failureOf(api.listNodeTasks({nodeId: 'n2'}));
	expect(off()).toEqual(['listNodeTasks']);
});

test('what has answered once is offered, whatever is missing later', async () => {
	const {api, off} = await withMissing(url => !url.includes('n1'));
	await api.listNodeTasks({nodeId: 'n1'});
	for (const nodeId of ['gone', 'gone too', 'n3']) await failureOf(api.listNodeTasks({nodeId}));
	expect(off()).toEqual([]);
});

test('where no record is named, or only one’s own team, one answer is enough', async () => {
	const {api, off} = await withMissing(() => true);
	await failureOf(api.listNotifications({teamId: 't'}));
	await failureOf(api.latestNodeVersion({}));
	expect(off()).toEqual(['listNotifications', 'latestNodeVersion']);
});

test.each([
	'No static resource node/n1/task.',
	'Cannot GET /node/n1/task',
	'no Route matched with those values',
])('a router that says so is believed at once: %s', async message => {
	const {api, off} = await withMissing(() => true, {status: 404, message});
	await failureOf(api.listNodeTasks({nodeId: 'n1'}));
	expect(off()).toEqual(['listNodeTasks']);
});

test('two acts on two records that are refused without a key turn the act off, one does not', async () => {
	const {api, off} = await withMissing(() => true);
	await failureOf(api.updateServer({serverId: 'a'}));
	expect(off()).toEqual([]);
	await failureOf(api.updateServer({serverId: 'b'}));
	expect(off()).toEqual(['updateServer']);
});
