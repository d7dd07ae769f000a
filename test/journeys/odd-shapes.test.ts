import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import type {Between} from '../helpers/service-of-app.ts';

type Fields = Record<string, unknown>;
type Change = (body: unknown) => unknown;

/** A service whose JSON responses are changed, by the suffix of their paths. */
const changing =
	(changes: Record<string, Change>): Between =>
	async (request, service) => {
		const response = await service();
		const {pathname} = new URL(request.url);
		const change = Object.entries(changes).find(([end]) => pathname.includes(end))?.[1];
		return change && response.ok ? Response.json(change(await response.json())) : response;
	};

const unreadable = 'the day before yesterday';
const each = (change: (record: Fields) => Fields) => (body: unknown) => (body as Fields[]).map(change);

test('duplicate and unreadable records and unknown states are counted and marked, and never shown as fine', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: changing({
			'/server/by-team': body => {
				const up = (body as Fields[]).map(record => ({...record, state: 'running'}));
				return {content: [...up, up[0], {displayName: 'Broken'}, 'x'], totalElements: '6'};
			},
		}),
	});
	await screen.sees(
		'feed LIVE',
		'3 up 0 DOWN 2 unreadable 1 duplicate',
		'!! 2 unreadable',
		/Alpha \(2x\) +CS2 +RUNNING/,
		/! Broken +unreadable: id: expected an id/,
		/! Alpha +its id is listed more than once/,
	);
	expect(screen.frame()).not.toContain('no server is down');
});

test('line mode reports how many records are unreadable and how many states are missing, and when that changes', async () => {
	let broken: object[] = [{}, {}];
	const stream = await openLineModeApp({
		between: changing({
			'/server/by-team': body => [
				...(body as Fields[]).map(record => ({...record, state: 'Hibernating'})),
				...broken,
			],
		}),
	});
	await stream.comes('SERVERS 3 servers, 0 up, 0 down, 3 unknown, 2 unreadable');
	await stream.line(':down');
	await stream.comes('UNKNOWN Alpha, Hibernating');
	broken = [{id: 'alpha'}];
	await stream.comes('SERVERS 3 servers, 0 up, 0 down, 3 unknown, 1 listed more than once');
	await stream.line(':list');
	await stream.comes(/UNKNOWN Alpha.* listed 2 times, showing the first/);
	broken = [];
	await stream.comes(/SERVERS 3 servers, 0 up, 0 down, 3 unknown$/m);
	expect(stream.output()).not.toContain('Every server is up');
});

test('unreadable times are unknown on every screen', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: changing({
			'/server/by-team': each(record => ({...record, created: unreadable})),
			'/node/by-team': each(record => ({...record, lastAlive: unreadable, lastLogin: '2026-11-22 09:41:07'})),
			'/automation/by-team': () => ({automations: [{id: 2, name: 'Nightly'}]}),
			'/automation-run/by-team': body => ({
				...(body as Fields),
				content: [{id: 1, status: 'succeeded', startedAt: unreadable, createdAt: unreadable}],
			}),
		}),
	});
	await screen
		.sees('feed LIVE')
		.press('d')
		.sees('>DETAILS Charlie')
		.press('G')
		.sees(/created +unknown/);
	await screen
		.press('esc', '5')
		.comes('NODES 2')
		.sees(/ONLINE +unknown/)
		.press('d')
		.sees(/alive +unknown/);
	await screen
		.press('esc', '6')
		.comes('Nightly')
		.press('enter')
		.comes(/unknown +SUCCEEDED/);
	expect(screen.frame()).not.toMatch(/NaN|Invalid|undefined/);
});

test.each<[string, unknown]>([
	['name', {a: 1}],
	['members', 'many'],
	['owner', ['x']],
	['applications', 7],
	['limits', [1]],
	['permissions', {}],
])('%s of the team as %j breaks neither the list nor the team screen', async (name, value) => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: changing({'/team/my': team => ({data: {team: {...(team as Fields), [name]: value}}})}),
	});
	await screen.sees('feed LIVE', '2 up 1 DOWN').press('7').comes('TEAM ');
	expect(screen.frame()).not.toMatch(/NaN|\[object|undefined/);
});

test('members of any shape are listed, and are kicked by their id', async () => {
	const members = [
		7,
		{userId: 8, userName: 'Ada'},
		{role: 'ADMIN', user: {id: 'u9', name: 'Bea'}},
		{role: 'x'},
	];
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			if (new URL(request.url).pathname.endsWith('/kick')) return Response.json({});
			return changing({'/team/my': team => ({...(team as Fields), members})})(request, service);
		},
	});
	await screen
		.sees('feed LIVE')
		.press('7')
		.comes('TEAM ', /member +7/, /member +Ada/, /member +Bea/);
	await screen.sees(/! record 4 +unreadable: expected an id/);
	for (const [name, id] of [
		['Ada', '8'],
		['Bea', 'u9'],
		['7', '7'],
	] as const) {
		await screen.press('/').type(name).press('enter', 'K').sees(`Kick ${name}`).type(name);
		await screen.press('tab', 'tab', 'enter').comes(`${name} was removed from the team.`).press('esc');
		expect(screen.asked('/kick').at(-1)?.body).toEqual({memberId: id});
	}
});

test('the output of a command is shown for every shape of the answer', async () => {
	const bodies: unknown[] = [{response: 'flat'}, {serverId: null, command: {response: 'nested'}}];
	const screen = await openApp({
		between: async (request, service) => {
			if (!request.url.includes('await=true')) return service();
			const body = bodies.shift();
			return body === undefined ? new Response('plain text') : Response.json(body);
		},
	});
	await screen.sees('feed LIVE').press('G', 'i');
	await screen.type('one').press('enter').comes('flat');
	await screen.type('two').press('enter').comes('nested');
	await screen.type('three').press('enter').comes('plain text');
	await screen.seesNot('may have run');
});
