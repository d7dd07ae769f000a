import {httpService, json, type Seen} from '../helpers/http-service.ts';

/** The data of a test's service. Every record is as the wire has it. */
export type Known = {
	servers?: readonly object[];
	nodes?: readonly object[];
	tasks?: Readonly<Record<string, readonly object[]>>;
	team?: object;
	automations?: readonly object[];
	/** Paths with this prefix may not be read. */
	hides?: string;
};

export type Change = {method: string; path: string; body: unknown};

const usual = {
	servers: [
		{id: 'a', displayName: 'one', gameType: 'CS2', state: 'ONLINE', nodeId: 'n', onlinePlayers: 3},
		{id: 'b', displayName: 'two', gameType: 'ARK_ASCENDED', state: 'ONLINE', nodeId: 'n', onlinePlayers: 0},
	],
	nodes: [{id: 'n', settings: {name: 'eu-1'}}],
	tasks: {n: [{id: 'k', nodeId: 'n', type: 'RESTART', state: 'PENDING'}]},
	team: {id: 't', name: 'Dev Guild', members: [{id: 'm', name: 'Mia'}], invitedMembers: []},
	automations: [
		{id: 'hard', name: 'nightly', enabled: true, workflow: [{type: 'RESTART_SERVER'}]},
		{id: 'soft', name: 'greeting', enabled: true, workflow: [{type: 'RCON'}]},
	],
};

/** A service that accepts everything and records the requests that change something, in order. */
export async function recordingService(known: Known = {}) {
	const changes: Change[] = [];
	let now = {...usual, ...known};
	const {url, seen} = await httpService((one, response) => {
		const {pathname} = new URL(one.url, 'http://service');
		if (one.method === 'GET' && now.hides !== undefined && pathname.startsWith(now.hides)) {
			json(response, 403, {key: 'missingPermission.ACCESS_SERVERS'});
		} else if (one.method === 'GET') json(response, 200, read(now, pathname));
		else {
			changes.push(changeOf(one));
			json(response, 200, answerTo(pathname, one));
		}
	});
	return {
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'},
		seen,
		changes,
		/** Replaces the data from now on. */
		knows: (more: Known) => (now = {...usual, ...more}),
	};
}

function read(known: Omit<Required<Known>, 'hides'>, pathname: string): unknown {
	if (pathname === '/team/my') return known.team;
	if (pathname.startsWith('/server/by-team')) return known.servers;
	if (pathname.startsWith('/server/'))
		return known.servers.find(
			server => 'id' in server && decodeURIComponent(pathname) === `/server/${String(server.id)}`,
		);
	if (pathname.startsWith('/node/by-team')) return known.nodes;
	if (pathname.startsWith('/automation/')) return known.automations;
	const [, , node = ''] = pathname.split('/');
	return known.tasks[decodeURIComponent(node)] ?? [];
}

function changeOf({method, url, headers, body}: Seen): Change {
	const isJson = headers['content-type']?.startsWith('application/json') === true && body.length > 0;
	return {method, path: url, body: isJson ? JSON.parse(body.toString()) : undefined};
}

function answerTo(pathname: string, {body}: Seen): unknown {
	if (pathname.endsWith('/rcon')) {
		const {command} = JSON.parse(body.toString()) as {command: string};
		return {serverId: decodeURIComponent(pathname.split('/')[2] ?? ''), command: {command, response: 'ok'}};
	}
	return {id: 'made', displayName: 'made', name: 'made'};
}
