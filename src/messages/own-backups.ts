import {bytesText} from '../lib/bytes.ts';

/** Backups of real servers. */
export const ownBackupMessages = {
	noDirectory: 'The settings of this server name no directory for backups.',
	remoteFiles: 'The files of this server are on another machine, where the service cannot back them up.',
	noArchives:
		'This service keeps its records in memory, and the settings of this server name no folder for archives.',
	rollbackNeedsDriver:
		'The service cannot roll back this server: its settings name no driver that knows whether it has stopped.',
	notAFullPath: 'The folder for archives must be a full path.',
	serverGone: 'The server is no longer registered.',
	notSettled: (state: string) => `The server is ${state}. It must be ONLINE or OFFLINE for a backup.`,
	offlineOnly:
		'This game has no command that saves its world, so that its files can be backed up only while it is OFFLINE.',
	notOffline: 'The server must be OFFLINE for a rollback.',
	noSuchDirectory: (directory: string) => `The directory ${directory} does not exist.`,
	unreadable: (directory: string, why: string) => `The directory ${directory} could not be read: ${why}.`,
	archivesInside: (archives: string, directory: string) =>
		`The folder ${archives} is in the directory ${directory}, so that backups would contain each other.`,
	noRoom: (folder: string, needed: number, free: number) =>
		`${folder} has too little free space: ${bytesText(needed)} needed, ${bytesText(free)} free.`,
	archivesUnusable: (folder: string, why: string) => `The folder ${folder} cannot be used: ${why}.`,
	commandFailed: (command: string, why: string) => `The command ${command} failed. ${why}`,
	interrupted: 'The server was started, stopped, changed or removed in the meantime.',
	archiveGone: (file: string) => `The archive ${file} does not exist.`,
	notReplaced: (directory: string, why: string) =>
		`The directory ${directory} could not be replaced, and was left as it was: ${why}.`,
	notDeleted: (file: string, why: string) => `The archive ${file} could not be deleted: ${why}.`,
	backupFailed: (server: string, why: string) => `${server} was not backed up. ${why}`,
	rollbackFailed: (server: string, why: string) => `${server} was not rolled back. ${why}`,
	rolledBack: {
		title: 'Server rolled back',
		message: (server: string, backup: string, previous: string) =>
			`${server} was rolled back to ${backup}. Its previous directory is now ${previous}.`,
	},
	savingPaused: {
		title: 'Game does not save',
		message: (server: string, command: string) =>
			`A backup has paused saving on ${server}, and ${command} fails since. The service continues to try.`,
	},
};
