import {expect, test} from 'vitest';
import {
	ApiError,
	errorStatuses,
	isErrorKey,
	mayHaveRun,
	missingPermission,
} from '../../src/contract/errors.ts';
import {errorWords} from '../../src/messages/errors.ts';

/** The specification's table of errors: status and key. */
const specification: [number, string][] = [
	[404, 'general.not_found'],
	[400, 'validation.failed'],
	[400, 'server.unsupported_game_type'],
	[400, 'server.directory_required'],
	[409, 'server.display_name_already_exists'],
	[409, 'team.too_many_servers'],
	[409, 'server.node_is_offline'],
	[500, 'server.dto_mapping_profile_not_found'],
	[400, 'server.invalid_directory'],
	[409, 'server.is_not_offline'],
	[409, 'server.is_not_online'],
	[409, 'server.server_directory_change_in_progress'],
	[408, 'server.rcon_timeout'],
	[409, 'server.stop_normal_invalid_state'],
	[409, 'server.stop_force_already_offline'],
	[409, 'server.timed_shutdown_already_scheduled'],
	[409, 'server.timed_restart_already_scheduled'],
	[404, 'TEAM_NOT_FOUND'],
];

test.each(specification)('%i %s has a cause and a remedy', (status, key) => {
	expect(errorStatuses).toHaveProperty([key], status);
	expect(errorWords).toHaveProperty([key], {
		title: expect.stringMatching(/\.$/),
		hint: expect.stringMatching(/\.$/),
	});
});

test('no two keys share a title without reason', () => {
	const titles = Object.values(errorWords).map(({title}) => title);
	expect(titles.length - new Set(titles).size).toBeLessThanOrEqual(2);
});

test.each(['toString', '__proto__', '', undefined, 'server.unheard_of'])(
	'the key %j has a title and a hint',
	key => {
		expect(isErrorKey(key)).toBe(false);
	},
);

test('reads the missing permission from the error key', () => {
	expect(missingPermission('missingPermission.MANAGE_SERVERS')).toBe('MANAGE_SERVERS');
	expect(missingPermission('general.not_found')).toBeUndefined();
});

test.each([
	[{reason: 'timeout'}, true],
	[{reason: 'interrupted'}, true],
	[{reason: 'unreadable'}, true],
	[{reason: 'refused', status: 408, key: 'server.rcon_timeout'}, true],
	[{reason: 'refused', status: 400, key: 'server.rcon_timeout'}, true],
	[{reason: 'refused', status: 502}, true],
	[{reason: 'refused', status: 409}, false],
	[{reason: 'unreachable'}, false],
	[{reason: 'blocked'}, false],
	[{reason: 'canceled'}, false],
	[{reason: 'canceled', wasSent: true}, true],
] as const)('after %j a command may have run: %j', (details, may) => {
	expect(mayHaveRun(new ApiError('x', {request: 'POST /x', ...details}))).toBe(may);
});
