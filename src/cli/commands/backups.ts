import type {Command} from 'commander';
import {backup, deleteBackup, restoreBackup} from '../../actions/server-settings.ts';
import type {Backup} from '../../contract/models/server.ts';
import {writeList} from '../output/listing.ts';
import {secondsOf} from '../output/moments.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Column} from '../output/table.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {findMessages} from '../../messages/cli.ts';
import {backupCommandMessages} from '../../messages/server-settings.ts';
import {addAction} from './actions/run.ts';
import {describe} from './describe.ts';
import {findServer, serversFor} from './find/find-servers.ts';

const columns: Column<Backup>[] = [
	{header: 'NAME', value: ({name}) => name},
	{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
	{header: 'ID', value: ({backupId}) => backupId},
];

export function addBackups(program: Command, run: Run): void {
	const backups = describe(program.command('backup').alias('backups'), backupCommandMessages);
	describe(backups.command('list', {isDefault: true}), backupCommandMessages.list)
		.argument('<server>', findMessages.serverHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, _options: object, [word = '']) =>
				withService(io, flags, async call => {
					const {id: serverId} = findServer(await serversFor(io, call, [word]), word);
					const {backups} = await call.api.getServer({serverId}, {signal: call.signal});
					writeList(io, {
						plural: 'backups',
						columns: () => columns,
						idOf: ({backupId}) => backupId,
						items: backups,
						unreadable: [],
						empty: backupCommandMessages.none,
					});
				}),
			),
		);
	addAction(backups, run, backup, {waitsFor: 'backup'});
	addAction(backups, run, restoreBackup, {waitsFor: 'restore'});
	addAction(backups, run, deleteBackup, {waitsFor: 'backupDeletion'});
}
