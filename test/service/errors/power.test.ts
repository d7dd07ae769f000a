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
	whileTimed,
} from './raising.ts';

const timedStop = 'server.timed_shutdown_already_scheduled';
const timedRestart = 'server.timed_restart_already_scheduled';

testRows('Start', [
	['lacks permission', 403, manage, readOnly('/server/down/start')],
	['not found', 404, gone, post('/server/none/start')],
	['not OFFLINE', 409, 'server.is_not_offline', post('/server/cs/start')],
	['directory change', 409, changing, whileMoving('/server/down/start')],
]);

testRows('Stop', [
	['lacks permission', 403, manage, readOnly('/server/cs/stop')],
	['not found', 404, gone, post('/server/none/stop')],
	["another team's", 404, gone, otherTeamPosts('/server/cs/stop')],
	['delay as a string', 400, invalid, post('/server/cs/stop', {delayMinutes: '5'})],
	['negative delay', 400, invalid, post('/server/cs/stop', {delayMinutes: -1})],
	['fractional minutes', 400, invalid, post('/server/cs/stop', {delayMinutes: 0.5})],
	['delay of a year', 400, invalid, post('/server/cs/stop', {delayMinutes: 525_600})],
	['force as a string', 400, invalid, post('/server/cs/stop', {forceStop: 'yes'})],
	['an array', 400, invalid, post('/server/cs/stop', [])],
	['a string', 400, invalid, post('/server/cs/stop', '"now"')],
	['invalid JSON', 400, invalid, post('/server/cs/stop', 'now')],
	['graceful while not ONLINE', 409, 'server.stop_normal_invalid_state', post('/server/down/stop', {})],
	[
		'force while OFFLINE',
		409,
		'server.stop_force_already_offline',
		post('/server/down/stop', {forceStop: true}),
	],
	['timed while one is scheduled', 409, timedStop, whileTimed('/server/cs/stop', {delayMinutes: 5})],
	['at once while one is scheduled', 409, timedStop, whileTimed('/server/cs/stop')],
	['forced while one is scheduled', 409, timedStop, whileTimed('/server/cs/stop', {forceStop: true})],
	['directory change', 409, changing, whileMoving('/server/down/stop', {forceStop: true})],
]);

testRows('Restart', [
	['lacks permission', 403, manage, readOnly('/server/cs/restart')],
	['not found', 404, gone, post('/server/none/restart')],
	["another team's", 404, gone, otherTeamPosts('/server/cs/restart')],
	['message of the wrong kind', 400, invalid, post('/server/cs/restart', {delayedRestartMessage: 5})],
	['message too long', 400, invalid, post('/server/cs/restart', {delayedRestartMessage: 'x'.repeat(1001)})],
	['not ONLINE', 409, 'server.is_not_online', post('/server/down/restart')],
	[
		'timed while a stop is scheduled',
		409,
		timedRestart,
		whileTimed('/server/cs/restart', {delayMinutes: 1}, 'stop'),
	],
	['timed while one is scheduled', 409, timedRestart, whileTimed('/server/cs/restart', {delayMinutes: 1})],
	['at once while one is scheduled', 409, timedRestart, whileTimed('/server/cs/restart')],
	['directory change', 409, changing, whileMoving('/server/down/restart')],
]);
