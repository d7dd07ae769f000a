import {expect, test} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import {callable, requestTo} from './every-call.ts';
import {openService} from './open-service.ts';

/** Settings of nodes and INI files have names of their own. */
const open = new Set<EndpointName>(['changeNodeSettings', 'generateIni']);
/** Null is a value of these. (Specification: Automation; docs/service-api.md) */
const nullable = new Set([
	'createAutomation trigger',
	'editAutomation trigger',
	'editAutomation runTimeoutSec',
]);
const objects = new Set(['targets', 'trigger', 'settings']);

const rowOf = (name: EndpointName): Endpoint => endpoints[name];
const writing = callable.filter(name => rowOf(name).method !== 'GET' && !open.has(name));

/** Wrong values of a field, with what they are. */
const wrongFor = (name: EndpointName, field: string): [string, unknown][] => [
	['of another type', objects.has(field) ? 'text' : {odd: 1}],
	...(nullable.has(`${name} ${field}`) ? [] : [['null', null] as [string, unknown]]),
];

test.each(writing)(
	'%s refuses unknown fields, wrong types and null, by name, and does nothing',
	async name => {
		const service = await openService();
		const {method, path, body} = await requestTo(service, name);
		const refuse = async (field: string, value: unknown) => {
			const answer = await service.call(method, path, {...Object(body), [field]: value});
			expect({field, value, ...answer}).toMatchObject({
				status: 400,
				body: {key: 'validation.failed', message: expect.stringContaining(field)},
			});
		};
		await refuse('surplus', 1);
		for (const field of Object.keys(rowOf(name).body ?? {}))
			for (const [, value] of wrongFor(name, field)) await refuse(field, value);
		expect((await service.call(method, path, body)).status).toBeLessThan(300);
	},
);

test('a name that is misspelled, of another type or null does not stop a server at once', async () => {
	const {post, pass, state} = await openService();
	for (const body of [
		{delayMinute: 10},
		{delayMinutes: null},
		{delayMinutes: '10'},
		{delayMinutes: 10, delayedStopMessage: 5},
		{delayMinutes: 10, delayedRestartMessage: 'of a restart'},
		{forceStop: 'false'},
		{forceStop: null},
	])
		expect(await post('/server/cs/stop', body)).toMatchObject({
			status: 400,
			body: {key: 'validation.failed'},
		});
	await pass(1000);
	expect(await state('cs')).toBe('RUNNING');
});

test('a nested field that a journal entry or the settings of an own server do not have is named', async () => {
	const {post} = await openService();
	const entry = {id: 'entry-0001', kind: 'note', txt: 'patched'};
	expect((await post('/journal', {entries: [entry]})).body['message']).toContain('entries.0.txt');
	const settings = {power: {kind: 'none'}, stopMs: 1000, readyMs: 1000, stopCommandd: 'quit'};
	const server = {displayName: 'mine', gameType: 'MINECRAFT', settings};
	expect((await post('/own-server/add', server)).body['message']).toContain('settings.stopCommandd');
});

test('a body that is missing, empty or an empty object is a body without optional fields', async () => {
	const {post} = await openService();
	for (const [path, body] of [
		['/server/cs/restart', ''],
		['/automation/round/trigger/manual', undefined],
		['/server/ark/stop', {}],
		['/server/down/start', {}],
	] as const)
		expect((await post(path, body)).status).toBe(200);
});
