import {expect, test} from 'vitest';
import {withLocalService} from '../../src/cli/start/with-local-service.ts';
import {tempFolder} from './temp-folder.ts';

const server = {
	displayName: 'real',
	gameType: 'OTHER',
	settings: {power: {kind: 'none'}, stopMs: 0, readyMs: 0},
} as const;

test('a command has the rights of the owner, alone or while another process runs the service', async () => {
	const io = {
		env: {RCONDECK_STATE_DIR: tempFolder()},
		ending: new AbortController().signal,
		stderr: process.stderr,
	};
	const names = await withLocalService(io, {}, async owner => {
		await owner.addOwnServer(server);
		// The service runs already, so this command connects to it.
		return withLocalService(io, {}, async (api, signal) => {
			const {id: teamId} = await api.myTeam({}, {signal});
			const {items} = await api.listServers({teamId}, {signal});
			return items.map(({displayName}) => displayName);
		});
	});
	expect(names).toEqual(['real']);
});
