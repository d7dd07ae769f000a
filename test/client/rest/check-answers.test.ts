import {expect, test} from 'vitest';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

const teamOf = async (body: unknown, status = 200, teamId?: string) => {
	const service = await httpService((_seen, response) => json(response, status, body));
	return apiAt(service.url, teamId === undefined ? {} : {teamId}).myTeam();
};

test.each<[string, unknown]>([
	['_id', {_id: 't'}],
	['uuid', {uuid: 't'}],
	['teamId', {teamId: 't'}],
	['team_id', {data: {team_id: 't'}}],
	['a text', 't'],
	['a text under its name', {team: 't'}],
	['a list of one', [{id: 't'}]],
	['a list of one text', ['t']],
	['a list of one under its name', {teams: [{_id: 't'}]}],
])('reads a team as %s', async (_how, body) => {
	expect(await teamOf(body)).toMatchObject({id: 't', members: []});
});

test('none of several teams is chosen, and the error names the setting', async () => {
	const error = await failureOf(teamOf([{id: 'a'}, {id: 'b'}]));
	expect(error).toMatchObject({reason: 'unreadable'});
	expect(error.message).toContain('found 2: set RCONDECK_TEAM');
});

test.each<[string, unknown, number]>([
	['several teams', [{id: 'a'}, {id: 'b'}], 200],
	['nothing readable', {ok: true}, 200],
	['404', {key: 'TEAM_NOT_FOUND'}, 404],
	['another team', {id: 'other', name: 'Other', members: [{id: 'm'}]}, 200],
])(
	'with a configured team, an answer with %s is accepted, and no members are invented',
	async (_how, body, status) => {
		const team = await teamOf(body, status, 'mine');
		expect(team).toMatchObject({id: 'mine', members: []});
		expect(team.name).toBeUndefined();
		expect(team.unreadableMembers).toHaveLength(1);
	},
);

test('a configured team keeps the facts from the service', async () => {
	expect(await teamOf({id: 'MINE', name: 'Ours'}, 200, 'mine')).toMatchObject({id: 'MINE', name: 'Ours'});
});

test.each([401, 500])('a configured team does not hide a refusal with %i', async status => {
	expect(await failureOf(teamOf({}, status, 'mine'))).toMatchObject({reason: 'refused', status});
});

type Api = ReturnType<typeof apiAt>;

test.each<[string, (api: Api) => Promise<unknown>]>([
	['getServer', api => api.getServer({serverId: 'a'})],
	['getNode', api => api.getNode({nodeId: 'a'})],
	['getRun', api => api.getRun({runId: 'a'})],
])('%s refuses the record of another id', async (_name, get) => {
	const service = await httpService((_seen, response) => json(response, 200, {id: 'b', displayName: 'B'}));
	const error = await failureOf(get(apiAt(service.url)));
	expect(error).toMatchObject({reason: 'unreadable'});
	expect(error.message).toContain('asked for a and answered with b');
});

test('an awaited command answered without a body was accepted, and the answer of the game is unknown', async () => {
	const service = await httpService((_seen, response) => response.writeHead(204).end());
	const answer = await apiAt(service.url).awaitRcon({serverId: 's', command: 'save'});
	expect(answer).toMatchObject({isUnsaid: true, command: {response: undefined}});
});

test('without an answer in a body, the outcome is unknown', async () => {
	const service = await httpService((_seen, response) =>
		json(response, 200, {command: {command: 'save', response: null}}),
	);
	expect(await failureOf(apiAt(service.url).awaitRcon({serverId: 's', command: 'save'}))).toMatchObject({
		reason: 'unreadable',
	});
});
