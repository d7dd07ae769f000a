import {expect, test} from 'vitest';
import {alertsHere} from '../helpers/alerts-here.ts';
import {ownChangesOf} from '../../src/app/servers/read-fleet.ts';
import {openApp} from '../helpers/open-app.ts';

type Listed = {id: string; displayName: string};

test('servers that others create, delete and rename are a notice, timeline entries and one alert', async () => {
	let change = (servers: Listed[]) => servers;
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({
		columns: 120,
		rows: 40,
		openAlerts,
		between: async (request, service) => {
			const answer = await service();
			if (!request.url.includes('/server/by-team')) return answer;
			return Response.json(change((await answer.json()) as Listed[]));
		},
	});
	await screen.sees('feed LIVE', '2 up 1 DOWN').waits(20_000);
	change = ([first, second, third]) =>
		first && second && third
			? [{...first, displayName: 'Omega'}, third, {...second, id: 'new', displayName: 'New'}]
			: [];
	await screen.comes(/Elsewhere: \w+ deleted, Omega renamed, New created\./);
	await screen
		.press('4')
		.sees(/\w+ +deleted elsewhere/, /Omega +renamed elsewhere from \w+/, /New +created elsewhere/);
	await screen.waits(60_000);
	expect(sent).toEqual([
		expect.stringMatching(/^\[demo\] Fleet: \w+ deleted, Omega renamed from \w+, New created$/),
	]);
});

test('the timeline keeps the name of a server that was deleted', async () => {
	let isDeleted = false;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			const answer = await service();
			if (!isDeleted || !request.url.includes('/server/by-team')) return answer;
			const servers = (await answer.json()) as Listed[];
			return Response.json(servers.filter(({id}) => id !== 'alpha'));
		},
	});
	await screen
		.sees('feed LIVE')
		.press('j', 'i')
		.type('status')
		.press('enter')
		.comes(/me +> status/);
	isDeleted = true;
	await screen
		.press('esc', '4')
		.sees(/me +Alpha +status/)
		.comes(/Alpha +deleted elsewhere/);
	await screen
		.sees(/me +Alpha +status/)
		.press('/')
		.type('server:alpha')
		.press('enter');
	await screen.sees('server:alpha', /me +Alpha +status/);
});

test('lists some of many servers created at once by others, and counts the rest', async () => {
	let isLarge = false;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			const answer = await service();
			if (!isLarge || !request.url.includes('/server/by-team')) return answer;
			const [first, ...others] = (await answer.json()) as Listed[];
			const many = Array.from({length: 3000}, (_, at) => ({
				...first,
				id: `new-${at}`,
				displayName: `New ${at}`,
			}));
			return Response.json([first, ...others, ...many]);
		},
	});
	await screen.sees('feed LIVE', '2 up 1 DOWN');
	isLarge = true;
	await screen.comes(/Elsewhere: New 0 created, .* and 2996 more\./);
	await screen.press('4').sees('2800 more servers were created');
});

test('a server that an incomplete list lacks is not deleted', async () => {
	let isPartial = false;
	const screen = await openApp({
		between: async (request, service) => {
			const answer = await service();
			if (!isPartial || !request.url.includes('/server/by-team')) return answer;
			return Response.json(((await answer.json()) as Listed[]).map(one => (one.id === 'alpha' ? {} : one)));
		},
	});
	await screen.sees('feed LIVE', '2 up 1 DOWN');
	isPartial = true;
	await screen.comes('1 unreadable').seesNot('deleted elsewhere');
});

test('a server renamed by this session is not reported', async () => {
	const screen = await openApp({columns: 120, rows: 40});
	await screen.sees('feed LIVE').press('j', 'E').sees('Rename').waits(500).press('r');
	await screen.sees('Rename Alpha').waits(500).type('X').press('enter').sees('updated just now');
	await screen.press('tab', 'enter').comes(/^.{4}AlphaX /m);
	await screen.waits(6000).seesNot('elsewhere');
});

test('a server renamed or deleted by others is reported although this session has just acted on it otherwise', async () => {
	let change = (servers: Listed[]) => servers;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			const answer = await service();
			if (!request.url.includes('/server/by-team')) return answer;
			return Response.json(change((await answer.json()) as Listed[]));
		},
	});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').press('enter');
	await screen.sees('updated just now').press('tab', 'enter').comes('Alpha: restart accepted');
	change = servers => servers.map(one => (one.id === 'alpha' ? {...one, displayName: 'Omega'} : one));
	await screen.comes('Omega').waits(6000);
	await screen
		.press('4')
		.comes(/Omega +renamed elsewhere from Alpha/)
		.press('1');
	await screen.press('E').sees('Rename').waits(500).press('r');
	await screen.sees('Rename Omega').waits(500).type('X').press('enter').sees('updated just now');
	await screen.press('tab', 'enter').comes('OmegaX');
	change = servers => servers.filter(({id}) => id !== 'alpha');
	await screen
		.comes('1 up')
		.press('4')
		.comes(/Omega\w* +deleted elsewhere/);
});

test('a server renamed in a shell by the same user is not reported either', async () => {
	let name = 'Alpha';
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: async (request, service) => {
			const answer = await service();
			return request.url.includes('/server/by-team')
				? new Response((await answer.text()).replace('"Alpha"', `"${name}"`))
				: answer;
		},
	});
	await screen.sees('feed LIVE', 'Alpha');
	const activity = {
		type: 'action',
		action: 'rename',
		operationId: 'o',
		targetCount: 1,
		input: {},
		outcome: 'accepted',
	} as const;
	const action = {
		id: 'there',
		at: screen.clock.now(),
		serverId: 'alpha',
		activity,
		elsewhere: 'shell',
	} as const;
	screen.program.store.dispatch({type: 'timeline/actionReceived', action});
	name = 'Omega';
	await screen.comes(/^.{4}Omega /m);
	await screen.seesNot('elsewhere');
});

test.each(['create', 'add-server'] as const)(
	'a server created by someone else is reported although this user has just created another (%s)',
	async action => {
		const screen = await openApp({columns: 120, rows: 40});
		await screen.sees('feed LIVE', '2 up 1 DOWN');
		const {store, clock} = screen.program;
		const activity = {
			type: 'action',
			action,
			operationId: 'o',
			targetCount: 0,
			input: {name: 'Ours'},
			outcome: 'accepted',
		} as const;
		store.dispatch({type: 'timeline/actionAdded', action: {id: 'a', at: clock.now(), activity}});
		const isOwn = ownChangesOf(store.getState(), clock.now());
		const created = (name: string) => isOwn({serverId: name, change: 'created', name, before: undefined});
		expect(['Ours', 'Theirs'].map(created)).toEqual([true, false]);
	},
);
