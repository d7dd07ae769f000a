import {expect, test} from 'vitest';
import {
	fitServerColumns,
	serverColumns,
	serverSigns,
	sortsOf,
	spokenFacts,
	type ListRoom,
	type ServerColumn,
} from '../../../src/app/servers/columns.ts';
import {aServer} from '../../helpers/builders.ts';

const mods: ServerColumn = {
	id: 'mods',
	header: 'MODS',
	width: () => ({min: 5, max: 5}),
	priority: 9,
	align: 'right',
	value: ({server}) => String(server.modCount ?? '-'),
	sort: {place: 9, key: 'm', label: 'mods, most first', keys: () => []},
	spoken: ({modCount}) => (modCount === undefined ? undefined : `${modCount} mods`),
};

const room = (over: Partial<ListRoom>): ListRoom => {
	return {width: 80, beside: false, grouped: false, pending: false, flapping: false, ...over};
};
const idsIn = (over: Partial<ListRoom>, columns: readonly ServerColumn[] = serverColumns) =>
	fitServerColumns(room(over), columns).map(({column: {id}}) => id);

test('an additional column appears among the sorts and in line mode, and is dropped first when space is short', () => {
	const columns = [...serverColumns, mods];
	expect(sortsOf(columns).map(({id}) => id)).toEqual([...sortsOf(serverColumns).map(({id}) => id), 'mods']);
	const server = aServer({modCount: 12});
	expect(spokenFacts(server, columns)).toEqual([...spokenFacts(server), '12 mods']);
	expect(idsIn({}, columns)).toEqual([...idsIn({}), 'mods']);
	expect(idsIn({width: 36}, columns)).toEqual([...idsIn({width: 36}), 'mods']);
	expect(idsIn({width: 30}, columns)).toEqual(idsIn({width: 30}));
});

test('line mode shows players, game and node, in this order', () => {
	const server = aServer({onlinePlayers: 3, maxPlayers: 70, gameType: 'CS2', nodeName: 'eu-1'});
	expect(spokenFacts(server)).toEqual(['3 of 70 players', 'CS2', 'node eu-1']);
});

test('drops the map before the node, the node before the game, and the game before the players and the age', () => {
	const all = ['name', 'game', 'state', 'since', 'players', 'map', 'node', 'pending'];
	expect(idsIn({width: 110})).toEqual(all);
	expect(idsIn({width: 80})).toEqual(all.slice(0, -1).filter(id => id !== 'map'));
	expect(idsIn({width: 60})).toEqual(['name', 'state', 'since', 'players']);
	expect(idsIn({width: 59})).toEqual(['name', 'game', 'state']);
	expect(idsIn({width: 58})).toEqual(['name', 'state']);
	expect(idsIn({width: 60, names: 20})).toEqual(['name', 'game', 'state', 'since', 'players']);
	expect(idsIn({width: 40, names: 16})).toEqual(['name', 'game', 'state']);
});

test('beside the console, the map gives way to long names and to the last hours', () => {
	expect(idsIn({width: 79, beside: true, names: 14, chosen: ['map']})).toContain('map');
	expect(idsIn({width: 79, beside: true, names: 17})).not.toContain('map');
	expect(idsIn({width: 80, beside: true, names: 14})).not.toContain('map');
	expect(idsIn({width: 105, beside: true, names: 19})).toEqual(
		serverColumns.map(({id}) => id).filter(id => id !== 'cpu' && id !== 'mem'),
	);
	expect(idsIn({width: 112, beside: true, names: 36})).not.toContain('map');
});

test('the last hours are shown in wide lists, and in any list if they were chosen', () => {
	expect(idsIn({width: 62, beside: true, names: 14, nodes: 4})).toContain('trend');
	const narrow = ['name', 'game', 'state', 'since', 'players', 'trend', 'node'];
	expect(idsIn({width: 67, beside: true, names: 18, nodes: 4})).toEqual(narrow);
	// The game gives way to them and to longer nodes.
	expect(idsIn({width: 67, beside: true, names: 18, nodes: 8})).toEqual(narrow.filter(id => id !== 'game'));
	const fitted = fitServerColumns(room({width: 80, beside: true, names: 36}));
	expect(fitted.map(({column: {id}, width}) => [id, width])).toContainEqual(['name', 23]);
	expect(fitted.map(({column: {id}, width}) => [id, width])).toContainEqual(['trend', 8]);
	expect(idsIn({width: 119})).not.toContain('trend');
	expect(idsIn({width: 120})).toContain('trend');
	expect(idsIn({width: 60, chosen: ['state', 'trend']})).toEqual(['name', 'state', 'trend']);
	expect(idsIn({width: 200, chosen: ['state', 'map']})).toEqual(['name', 'state', 'map']);
});

test('no list beside the console cuts a state', () => {
	const widths = Array.from({length: 51}, (_, more) => 62 + more);
	const cutting = widths.filter(width => {
		const fitted = fitServerColumns(room({width, beside: true, pending: width % 2 === 0}));
		const state = fitted.find(({column: {id}}) => id === 'state')?.width ?? 0;
		return state < 'INITIALIZING'.length;
	});
	expect(cutting).toEqual([]);
});

test('below node headers servers have a map and no node, and pending actions have a column before the game', () => {
	expect(idsIn({grouped: true})).toEqual(['name', 'game', 'state', 'since', 'players', 'map']);
	expect(idsIn({width: 69, beside: true, names: 18, pending: true})).toEqual([
		'name',
		'state',
		'since',
		'players',
		'node',
		'pending',
	]);
});

test('no list exceeds its width, and the columns of every list use the available space', () => {
	for (let width = 40; width <= 240; width++) {
		for (const over of [
			{},
			{beside: true},
			{grouped: true},
			{pending: true, flapping: false},
			{beside: true, pending: true, flapping: false},
		]) {
			const fitted = fitServerColumns(room({width, ...over}));
			const used = fitted.reduce((sum, one) => sum + one.width + 1, 3);
			const isFull = fitted.every(({column, width: of}) => of === column.width.max);
			expect(used <= width && (used === width || isFull), `${width} ${JSON.stringify(over)}`).toBe(true);
		}
	}
});

test('each sign of a server has its own cell', () => {
	const signs = (over: Partial<Parameters<typeof serverSigns>[0]>) =>
		serverSigns({
			server: aServer({}),
			state: 'OFFLINE',
			phase: 'offline',
			expected: false,
			since: undefined,
			pending: undefined,
			times: undefined,
			acknowledged: false,
			crashes: undefined,
			trend: undefined,
			current: false,
			selected: true,
			unread: true,
			...over,
		}).map(sign => sign?.sign);
	expect(signs({})).toEqual(['down', 'selected', 'unread']);
	expect(signs({state: 'ONLINE', phase: 'online'})).toEqual([undefined, 'selected', 'unread']);
	expect(signs({state: 'ONLINE', phase: 'online', selected: false})).toEqual([
		undefined,
		undefined,
		'unread',
	]);
});

test('an unusable console is shown beside the state, in words or with a sign', () => {
	const column = serverColumns.find(({id}) => id === 'state');
	const server = aServer({state: 'RUNNING', consoleProblem: 'The game refused the RCON password.'});
	const listed = {
		server,
		state: server.state,
		phase: 'online' as const,
		expected: false,
		since: undefined,
		pending: undefined,
		times: undefined,
		crashes: undefined,
		acknowledged: false,
		trend: undefined,
		current: false,
	};
	const widths = [13, 12, 10, 7].map(width => column?.value(listed, 0, width));
	expect(widths).toEqual(['RUNNING !rcon', 'RUNNING !', 'RUNNING !', 'RUNNING']);
	// The usual lists have room for the words or the sign.
	const fitted = (over: Partial<ListRoom>) =>
		fitServerColumns(room(over)).find(({column: {id}}) => id === 'state')?.width;
	expect([fitted({width: 80}), fitted({width: 40, beside: true})]).toEqual([13, 12]);
	const words = {...listed, server: {...server, consoleProblem: undefined}};
	expect(column?.value(words, 0, 13)).toBe('RUNNING');
});

test('CPU and memory have columns in a wide list if the service reports them, or where they were chosen', () => {
	const shown = (over: Partial<ListRoom>) => idsIn(over).filter(id => id === 'cpu' || id === 'mem');
	expect(shown({width: 160})).toEqual([]);
	expect(shown({width: 160, usage: true})).toEqual(['cpu', 'mem']);
	expect(shown({width: 80, usage: true})).toEqual([]);
	// Beside the console, on 200 columns, unless names need the room.
	const besideConsole = {width: 88, beside: true, usage: true, nodes: 4};
	expect(shown({...besideConsole, names: 18})).toEqual(['cpu', 'mem']);
	expect(shown({...besideConsole, names: 14, pending: true})).toEqual(['cpu', 'mem']);
	expect(shown({...besideConsole, names: 24})).toEqual([]);
	expect(shown({width: 60, chosen: ['name', 'mem']})).toEqual(['mem']);
});
