import {
	changing,
	gone,
	invalid,
	manage,
	otherTeamPosts,
	post,
	readOnly,
	testRows,
	whileMoving,
	type Raise,
} from './raising.ts';

const moved = (id: string, serverDirectory: unknown = 'E:\\elsewhere'): Raise =>
	post(`/server/${id}/change-directory`, {serverDirectory});

testRows('Change directory', [
	['lacks permission', 403, manage, readOnly('/server/down/change-directory', {serverDirectory: 'E:\\x'})],
	['not found', 404, gone, moved('none')],
	["another team's", 404, gone, otherTeamPosts('/server/down/change-directory', {serverDirectory: 'E:\\x'})],
	['blank path', 400, 'server.invalid_directory', moved('down', ' ')],
	['relative path', 400, 'server.invalid_directory', moved('down', 'elsewhere')],
	['invalid JSON', 400, invalid, post('/server/down/change-directory', '{')],
	['no directory', 400, invalid, post('/server/down/change-directory', {})],
	['not OFFLINE', 409, 'server.is_not_offline', moved('cs')],
	[
		'a second change meanwhile',
		409,
		changing,
		whileMoving('/server/down/change-directory', {serverDirectory: 'F:\\x'}),
	],
]);

const renamed = (id: string, displayName: unknown): Raise =>
	post(`/server/${id}/change-display-name`, {displayName});

testRows('Change display name', [
	['lacks permission', 403, manage, readOnly('/server/cs/change-display-name', {displayName: 'x'})],
	['not found', 404, gone, renamed('none', 'x')],
	["another team's", 404, gone, otherTeamPosts('/server/cs/change-display-name', {displayName: 'x'})],
	['blank', 400, invalid, renamed('cs', ' ')],
	['too long', 400, invalid, renamed('cs', 'x'.repeat(101))],
	['control characters', 400, invalid, renamed('cs', 'a\u001b[2Jb')],
	['not a string', 400, invalid, renamed('cs', 5)],
	['name used in the team', 409, 'server.display_name_already_exists', renamed('cs', 'ark')],
]);

const rcon = (id: string, command: unknown, query = ''): Raise =>
	post(`/server/${id}/rcon${query}`, {command});
const notOnline = 'server.is_not_online';

testRows('RCON (plain)', [
	['lacks permission', 403, manage, readOnly('/server/cs/rcon', {command: 'status'})],
	['not found', 404, gone, rcon('none', 'status')],
	["another team's", 404, gone, otherTeamPosts('/server/cs/rcon', {command: 'status'})],
	['no command', 400, invalid, post('/server/cs/rcon', {})],
	['a command of the wrong kind', 400, invalid, rcon('cs', ['status'])],
	['command blank', 400, invalid, rcon('cs', '  ')],
	['command too long', 400, invalid, rcon('cs', 'x'.repeat(1001))],
	['command of two lines', 400, invalid, rcon('cs', 'say a\nquit')],
	['not ONLINE', 409, notOnline, rcon('down', 'status')],
	['directory change', 409, changing, whileMoving('/server/down/rcon', {command: 'status'})],
]);

const tooLate: Raise = async ({demo, post, pass}) => {
	demo.faults.slowRcon('cs', 9000);
	const answer = post('/server/cs/rcon?await=true&timeoutMs=300', {command: 'status'});
	await pass(400);
	return answer;
};

testRows('RCON (awaited)', [
	['lacks permission', 403, manage, readOnly('/server/cs/rcon?await=true', {command: 'status'})],
	['not found', 404, gone, rcon('none', 'status', '?await=true')],
	['command blank', 400, invalid, rcon('cs', '', '?await=true')],
	['timeoutMs is not a number', 400, invalid, rcon('cs', 'status', '?await=true&timeoutMs=soon')],
	['timeoutMs is 0', 400, invalid, rcon('cs', 'status', '?await=true&timeoutMs=0')],
	['await is neither true nor false', 400, invalid, rcon('cs', 'status', '?await=maybe')],
	['not ONLINE', 409, notOnline, rcon('down', 'status', '?await=true')],
	['directory change', 409, changing, whileMoving('/server/down/rcon?await=true', {command: 'status'})],
	['no reply in time', 408, 'server.rcon_timeout', tooLate],
]);
