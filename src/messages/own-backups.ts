import {bytesText} from '../lib/bytes.ts';

/** Backups of real servers. */
export const ownBackupMessages = {
	noDirectory: 'No backup directory is set for this server.',
	remoteFiles: 'The files of this server are on another machine, so the service cannot back them up.',
	noArchives: 'This service keeps its records in memory, and no archive folder is set for this server.',
	rollbackNeedsDriver:
		'The service cannot roll back this server: no driver is set that can confirm that it has stopped.',
	notAFullPath: 'The archive folder must be a full path.',
	serverGone: 'The server is no longer registered.',
	notSettled: (state: string) => `The server is ${state}. It must be ONLINE or OFFLINE for a backup.`,
	offlineOnly: 'This game has no save command, so its files can be backed up only while it is OFFLINE.',
	rollbackTooLate:
		'The rollback was interrupted, and since then the server has run or too much time has passed. Start it again if you still want it.',
	notOffline: 'The server must be OFFLINE for a rollback.',
	notSurelyOffline: (why = '') => `The service cannot confirm that the server is OFFLINE. ${why}`.trimEnd(),
	otherDirectory: (archived: string | undefined, present: string) =>
		`The archive contains ${archived ?? 'an unknown directory'}, but the backup directory of the server is ${present}. Extract it with tar instead.`,
	directoryShared: (directory: string, server: string, state: string) =>
		`The server ${server}, which is ${state}, also uses files in ${directory}. It must be OFFLINE too.`,
	noSuchDirectory: (directory: string) => `The directory ${directory} does not exist.`,
	unreadable: (directory: string, why: string) => `The directory ${directory} could not be read: ${why}.`,
	archivesInside: (archives: string, directory: string) =>
		`The folder ${archives} is inside the directory ${directory}, so backups would contain earlier ones.`,
	noRoom: (folder: string, needed: number, free: number) =>
		`${folder} has too little free space: ${bytesText(needed)} needed, ${bytesText(free)} free.`,
	archivesUnusable: (folder: string, why: string) => `The folder ${folder} cannot be used: ${why}.`,
	commandFailed: (command: string, why: string) => `The command ${command} failed. ${why}`,
	interrupted: 'The server was started, stopped, changed or removed in the meantime.',
	archiveGone: (file: string) => `The archive ${file} does not exist.`,
	notReplaced: (directory: string, why: string) =>
		`The directory ${directory} could not be replaced and is unchanged: ${why}.`,
	notDeletedTitle: 'Backup archive not deleted',
	notDeleted: (file: string, why: string) => `The archive ${file} could not be deleted: ${why}.`,
	backupFailed: (server: string, why: string) => `${server} was not backed up. ${why}`,
	rollbackFailed: (server: string, why: string) => `${server} was not rolled back. ${why}`,
	rolledBack: {
		title: 'Server rolled back',
		message: (server: string, backup: string, previous: string) =>
			`${server} was rolled back to ${backup}. Its previous directory is now ${previous}.`,
	},
	savingPaused: {
		title: 'Game is not saving',
		message: (server: string, command: string) =>
			`A backup paused saving on ${server}, and ${command} has failed since then. The service keeps trying.`,
		removed: (server: string, command: string) =>
			`${server} was removed while a backup had paused saving on it, and ${command} failed. Run it in the console of the game.`,
	},
};
