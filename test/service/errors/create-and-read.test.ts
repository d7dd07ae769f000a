import {
	gone,
	get,
	invalid,
	manage,
	noRights,
	otherTeam,
	otherTeamPosts,
	post,
	readOnly,
	testRows,
	type Raise,
} from './raising.ts';

const fresh = {nodeId: 'node', name: 'fresh', gameType: 'CS2', map: 'de_mirage'};
const create = (change: object): Raise => post('/server/create', {...fresh, ...change});

const tooMany: Raise = async ({post}) => {
	for (const name of ['one', 'two']) await post('/server/create', {...fresh, name});
	return post('/server/create', fresh);
};
const nodeIsOffline: Raise = ({demo, post}) => {
	demo.faults.nodeOffline('node', true);
	return post('/server/create', fresh);
};

const impossible = 'server.operation_not_possible';

testRows('Create server', [
	['lacks permission', 403, manage, readOnly('/server/create', fresh)],
	['node not found', 404, gone, create({nodeId: 'none'})],
	["another team's node", 404, gone, otherTeamPosts('/server/create', fresh)],
	['no node', 400, invalid, create({nodeId: undefined})],
	['no map', 400, invalid, create({map: undefined})],
	['no game type', 400, invalid, create({gameType: undefined})],
	['a game type of the wrong kind', 400, invalid, create({gameType: ['CS2']})],
	['beta as a string', 400, invalid, create({enablePreaquaticaBeta: 'yes'})],
	['a body that is not an object', 400, invalid, post('/server/create', '[]')],
	['blank name', 400, invalid, create({name: '  '})],
	['name too long', 400, invalid, create({name: 'x'.repeat(101)})],
	['a field of the wrong kind', 400, invalid, create({map: 7})],
	['a directory that is not a path', 400, invalid, create({serverDirectory: 'here'})],
	['known game type that cannot be created', 400, impossible, create({gameType: 'VALHEIM'})],
	['unknown game type', 400, 'server.unsupported_game_type', create({gameType: 'PONG'})],
	['no directory and no default one', 400, 'server.directory_required', create({nodeId: 'bare'})],
	['name used in the team', 409, 'server.display_name_already_exists', create({name: 'CS'})],
	['team has its maximum', 409, 'team.too_many_servers', tooMany],
	['node is offline', 409, 'server.node_is_offline', nodeIsOffline],
]);

const unsupported: Raise = ({demo, call}) => {
	demo.faults.changeGameType('down', 'PONG');
	return call('GET', '/server/down');
};
const withoutProfile: Raise = ({demo, call}) => {
	demo.faults.loseProfile('down');
	return call('GET', '/server/down');
};

testRows('Get server', [
	['lacks read access', 403, 'missingPermission.ACCESS_SERVERS', noRights('/server/cs')],
	['not found', 404, gone, get('/server/none')],
	["another team's", 404, gone, otherTeam('/server/cs')],
	['unsupported game type', 400, 'server.unsupported_game_type', unsupported],
	['setting profile is missing', 500, 'server.dto_mapping_profile_not_found', withoutProfile],
]);

testRows('List servers', [
	['lacks read access', 403, 'missingPermission.ACCESS_SERVERS', noRights('/server/by-team/team')],
	['team not found', 404, gone, get('/server/by-team/none')],
	["another team's", 404, gone, otherTeam('/server/by-team/team')],
]);
