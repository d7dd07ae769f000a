import {expect, test} from 'vitest';
import {handleKey} from '../../../src/app/keys.ts';
import {listedServers, playerRows} from '../../../src/app/players/player-rows.ts';
import {paletteView} from '../../../src/app/palette-view.ts';
import {keepCursor, openScreen} from '../../../src/app/kernel/screens/screen-view.ts';
import type {State} from '../../../src/app/state.ts';
import {openHeadlessApp} from '../../helpers/headless-app.ts';
import {
	aCommand,
	aConsole,
	aFailure,
	aLine,
	after,
	aServer,
	polled,
	startAt,
} from '../../helpers/builders.ts';

const servers = ['a', 'b'].map(id => aServer({id, displayName: id, gameType: 'ARK', state: 'ONLINE'}));

const listOf = (...names: readonly string[]) =>
	names.length === 0
		? 'No Players Connected'
		: names.map((name, place) => `${place}. ${name}, 0002${name.toLowerCase().padStart(28, '0')}`).join('\n');

/** Adds an answered list of players to the console of a server. */
const listed = (state: State, serverId: string, ...names: readonly string[]): State => {
	const line = aLine({id: `${serverId} ${names.join()}`, command: 'ListPlayers', response: listOf(...names)});
	return {...state, console: new Map(state.console).set(serverId, aConsole([line]))};
};

const names = (state: State) => playerRows(state).map(({player}) => player?.name);

test('a new list replaces the players of its server, in the order of their names', () => {
	const first = listed(listed(after(polled(servers)), 'a', 'Mara', 'Zoe'), 'b', 'Ann', 'Tom');
	expect(names(first)).toEqual(['Ann', 'Mara', 'Tom', 'Zoe']);
	const second = listed(first, 'a', 'Bea', 'Zoe', 'Ann');
	expect(names(second)).toEqual(['Ann', 'Ann', 'Bea', 'Tom', 'Zoe']);
	expect(names(first)).toEqual(['Ann', 'Mara', 'Tom', 'Zoe']);
	expect(names(listed(second, 'b'))).toEqual(['Ann', 'Bea', 'Zoe']);
});

test('a new list makes only the rows of its server again', () => {
	const first = listed(listed(after(polled(servers)), 'a', 'Mara'), 'b', 'Ann', 'Tom');
	const second = listed(first, 'a', 'Bea');
	const kept = new Set(playerRows(first));
	expect(
		playerRows(second)
			.filter(row => !kept.has(row))
			.map(({player}) => player?.name),
	).toEqual(['Bea']);
});

/** Adds an answer to the list command to the console of a server. */
const answered = (state: State, serverId: string, ...responses: readonly (string | undefined)[]): State => {
	const lines = responses.map((response, index) =>
		aLine({id: `${serverId} ${index}`, command: 'ListPlayers', response, at: startAt + index}),
	);
	return {...state, console: new Map(state.console).set(serverId, aConsole(lines))};
};
const shown = (state: State) =>
	listedServers(state).map(of => [of.server.id, of.status, of.status === 'failed' ? of.problem : undefined]);

test.each([
	['', 'the answer is empty, but an empty server would answer something else.'],
	[undefined, 'the game sent no answer.'],
	['Unknown command', 'the answer is not a list of players: Unknown command'],
])('the answer %j makes a row for unknown players, also after an empty list', (answer, reason) => {
	const [server] = servers;
	const fleet = after(polled(server ? [server] : []));
	for (const state of [answered(fleet, 'a', answer), answered(fleet, 'a', 'No Players Connected', answer)]) {
		expect(shown(state)).toEqual([['a', 'failed', reason]]);
		expect(names(state)).toEqual([undefined]);
	}
	const old = answered(fleet, 'a', listOf('Ann'), answer);
	expect(names(old)).toEqual(['Ann']);
	expect(listedServers(old)[0]?.listing?.problem).toEqual(reason);
});

test('a list without an answer is unknown with its reason, and causes no may-have-run notice', () => {
	const failure = aFailure({title: 'The connection to team was lost.', mayHaveRun: true});
	const rows = (['timeout', 'abandoned'] as const).map(status => {
		const line = aLine({id: 'l', command: 'ListPlayers', response: undefined, status, failure});
		const state: State = {...after(polled(servers.slice(0, 1))), console: new Map([['a', aConsole([line])]])};
		return shown(state);
	});
	expect(rows).toEqual([[['a', 'failed', failure.title]], [['a', 'failed', failure.title]]]);
});

test('a server of an unknown state has a row, and one that is restarting says why its list is not read', () => {
	const states = ['UNKNOWN', 'RESTARTING', 'INITIALIZING', 'OFFLINE'];
	const all = states.map(state => aServer({id: state, gameType: 'ARK', state}));
	expect(shown(after(polled(all)))).toEqual([
		['UNKNOWN', 'waiting', undefined],
		['RESTARTING', 'failed', 'the server is RESTARTING.'],
	]);
});

test('a poll without changes does not create rows again', () => {
	const first = listed(after(polled(servers)), 'a', 'Mara');
	const second: State = {...first, fleet: {...first.fleet, at: startAt + 5000}};
	expect(playerRows(second)).toBe(playerRows(first));
	expect(listedServers(second)).toBe(listedServers(first));
});

test('the time of a player is exact only if a list shortly before shows that the player was not there', () => {
	const [server] = servers;
	const minutes = (count: number) => startAt + count * 60_000;
	const sinceOf = (...lists: readonly (readonly [at: number, response: string])[]) => {
		const lines = lists.map(([at, response]) => aLine({id: `${at}`, command: 'ListPlayers', response, at}));
		const state = {
			...after(polled(server ? [server] : [])),
			console: new Map([['a', aConsole(lines)]]),
		};
		const [row] = playerRows(state);
		return [row?.player?.since, row?.player?.isAtLeast];
	};
	const [ann, bea] = [listOf('Ann'), listOf('Bea')];
	expect(sinceOf([minutes(5), ann])).toEqual([minutes(5), true]);
	expect(sinceOf([minutes(0), ann], [minutes(5), ann])).toEqual([minutes(0), true]);
	expect(sinceOf([minutes(0), bea], [minutes(5), ann])).toEqual([minutes(5), false]);
	// An old list, such as one that somebody else asked for hours ago, says nothing.
	expect(sinceOf([minutes(0), ann], [minutes(60), ann])).toEqual([minutes(60), true]);
	expect(sinceOf([minutes(0), bea], [minutes(60), ann])).toEqual([minutes(60), true]);
});

const atPlayers = () => {
	const app = openHeadlessApp(servers);
	keepCursor(app.services);
	app.press('8');
	const current = () => openScreen(app.state(), app.services.screens)?.current?.id.split(' ')[1];
	const list = (serverId: string, ...names: readonly string[]) => {
		const at = app.services.clock.now();
		const answer = aCommand({
			command: 'ListPlayers',
			response: listOf(...names),
			commandId: `${serverId} ${names.join()}`,
			timestamp: at,
		});
		app.services.store.dispatch({type: 'rcon/received', serverId, at, via: 'feed', commands: [answer]});
	};
	return {app, current: () => current()?.slice(4).replace(/^0+/, ''), list};
};

test('the first row is current while lists are read and a filter is typed, and the next one when a player leaves', () => {
	const {app, current, list} = atPlayers();
	list('a', 'Mara', 'Zoe');
	expect(current()).toBe('mara');
	list('b', 'Ann', 'Max', 'Tom');
	expect(current()).toBe('ann');
	app.press('/', 'm');
	expect(current()).toBe('mara');
	app.press('enter', 'esc', 'j');
	expect(current()).toBe('max');
	list('b', 'Ann', 'Tom');
	expect(current()).toBe('tom');
	// It was for the player who has just left.
	handleKey(app.services, 'enter');
	expect(app.state().dialog).toBeUndefined();
});

test('the palette offers what can be done with the current player', async () => {
	const {app, list} = atPlayers();
	list('a', 'Mara');
	list('b', 'Zoe');
	await app.openDialog(':');
	app.type('kick');
	expect(paletteView(app.state(), app.services)?.items[0]?.name).toBe('Kick Mara');
	app.press('enter');
	expect(app.state().dialog).toMatchObject({kind: 'form', form: 'kick-player', serverId: 'a'});
});

test('the list is sorted by server or by the time online, from its first row', async () => {
	const {app, current, list} = atPlayers();
	list('b', 'Ann');
	await app.services.clock.advance(5000);
	list('a', 'Mara');
	const order = () =>
		openScreen(app.state(), app.services.screens)?.shown.map(({fields}) => String(fields.name));
	expect(order()).toEqual(['Ann', 'Mara']);
	app.press('j', 's', 'e');
	expect([order(), current()]).toEqual([['Mara', 'Ann'], 'mara']);
	app.press('s', 'n');
	expect(order()).toEqual(['Ann', 'Mara']);
	app.press('s', 'o');
	expect(order()).toEqual(['Mara', 'Ann']);
});
