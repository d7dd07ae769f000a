import {gone, invalid, post, testRows, whileMoving, type Raise} from './raising.ts';

const whileBackupsMove =
	(path: string, body?: unknown): Raise =>
	async ({post}) => {
		await post('/node/node/settings', {serverBackupsDirectory: 'F:\\backups'});
		return post(path, body);
	};
const whileAway =
	(path: string, body?: unknown): Raise =>
	({post, demo}) => {
		demo.faults.nodeOffline('node', true);
		return post(path, body);
	};
const backupsMove = 'server.backup_directory_change_in_progress';
const notOffline = 'server.is_not_offline';

testRows(
	'Backups',
	[
		['the state is unknown', 409, 'server.state_unknown', whileAway('/server/cs/backup', {name: 'x'})],
		['the backups are being moved', 409, backupsMove, whileBackupsMove('/server/cs/backup', {name: 'x'})],
		[
			'the directory is being changed',
			409,
			'server.server_directory_change_in_progress',
			whileMoving('/server/down/backup'),
		],
		['there are no backups', 409, 'server.backups_empty', post('/server/ark/delete-backup', {backupId: 'x'})],
		['this backup does not exist', 404, gone, post('/server/cs/delete-backup', {backupId: 'x'})],
		['rolled back while up', 409, notOffline, post('/server/cs/rollback', {backupId: 'x'})],
	],
	[false],
);

testRows(
	'Maintenance',
	[
		['updated while up', 409, notOffline, post('/server/cs/update')],
		['wiped while up', 409, notOffline, post('/server/cs/wipe-savegames')],
		['deleted while up', 409, notOffline, post('/server/cs/delete', {forceDelete: false})],
		[
			'settings of a node that is away',
			409,
			'node.invalid_state',
			whileAway('/node/node/settings', {name: 'x'}),
		],
		[
			'settings while the backups are being moved',
			409,
			'node.backup_directory_change_in_progress',
			whileBackupsMove('/node/node/settings', {name: 'x'}),
		],
	],
	[false],
);

testRows(
	'Team',
	[
		['invited without an address', 400, invalid, post('/team/team/invite', {userEmail: 'nobody'})],
		['kicked a non-member', 404, gone, post('/team/team/kick', {memberId: 'nobody'})],
		['kicked the owner', 400, invalid, post('/team/team/kick', {memberId: 'owner'})],
		[
			'an unknown permission',
			400,
			invalid,
			post('/team/team/permission', {memberId: 'helper', newPermissions: ['ADMIN']}),
		],
		["another team's", 404, gone, post('/team/others/kick', {memberId: 'helper'})],
	],
	[false],
);
