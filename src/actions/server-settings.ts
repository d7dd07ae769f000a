import {dateMinuteText} from '../lib/time/ago.ts';
import {latestFirst, momentText} from '../contract/moments.ts';
import {serverSettingsMessages as messages} from '../messages/server-settings.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {textField, requiredField, yesNoField} from './fields.ts';
import {FieldProblem, type Field} from './field.ts';
import {nameConflict, nameTaken, operationBlocked} from './preconditions.ts';
import type {Backup, GameServer} from '../contract/models/server.ts';
import {phaseOf} from '../contract/states.ts';
import {request} from './request.ts';
import {nameOf} from './names.ts';

const targetOf = ({known, server}: Pick<ActionContext, 'known' | 'server'>) =>
	serverWords(known.servers, [server.id]);

export const rename = action({
	id: 'rename',
	target: 'server',
	command: {isHarmless: true},
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.rename.title(nameOf(server)),
	fields: {
		name: {
			...requiredField(messages.rename.name.label, messages.rename.name.hint, messages.rename.name.missing),
			position: {argument: '<name>', help: messages.rename.name.help},
			sentAs: ['displayName'],
			initial: ({server}: ActionContext) => nameOf(server),
		},
	},
	problems: ({name}, {server, known, checksStates}) => {
		if (checksStates && name === nameOf(server)) return {name: messages.rename.name.unchanged};
		const taken = nameTaken(name, known.servers.values(), server.id);
		return {name: taken === undefined ? undefined : nameConflict(taken)};
	},
	plan: ({name}, context) => ({
		requests: [request('changeDisplayName', {serverId: context.server.id, displayName: name})],
		targets: () => targetOf(context),
		effect: [messages.rename.effect],
		risk: 'review',
		summary: messages.rename.summary(nameOf(context.server), name),
		input: {name, previousName: nameOf(context.server)},
	}),
});

export const move = action({
	id: 'move',
	target: 'server',
	permission: 'MANAGE_SERVERS',
	operation: 'change-directory',
	title: ({server}) => messages.move.title(nameOf(server)),
	fields: {
		directory: {
			...requiredField(
				messages.move.directory.label,
				messages.move.directory.hint,
				messages.move.directory.missing,
			),
			position: {argument: '<directory>', help: messages.move.directory.help},
			sentAs: ['serverDirectory'],
			initial: ({server}: ActionContext) => server.serverDirectory ?? '',
		},
	},
	problems: ({directory}, {server, checksStates}) => {
		if (!checksStates) return {};
		if (directory === server.serverDirectory) return {directory: messages.move.directory.unchanged};
		return {directory: operationBlocked('change-directory', server)};
	},
	plan: ({directory}, context) => ({
		requests: [request('changeDirectory', {serverId: context.server.id, serverDirectory: directory})],
		targets: () => targetOf(context),
		effect: [messages.move.effect],
		risk: 'hold',
		summary: messages.move.summary(nameOf(context.server), directory),
		input: {directory},
	}),
});

export const update = action({
	id: 'update',
	target: 'server',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.update.title(nameOf(server)),
	fields: {},
	plan: (_, {server, known}) => ({
		requests: [request('updateServer', {serverId: server.id})],
		targets: () => targetOf({server, known}),
		effect: [
			messages.update.effect,
			...(phaseOf(server.state) === 'offline' ? [] : [messages.update.needsOffline]),
		],
		risk: 'hold',
		summary: messages.update.summary(nameOf(server)),
		input: {},
	}),
});

/** The name becomes a file name on the node. (public documentation: Backups) */
const notInFiles = /[\\/:*?"<>|]/;

export const backup = action({
	id: 'backup',
	target: 'server',
	// A taken name is refused, so it replaces nothing.
	command: {isHarmless: true},
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.backup.title(nameOf(server)),
	fields: {
		name: {
			...textField(
				messages.backup.name.label,
				messages.backup.name.hint,
				messages.backup.name.emptyIsDefault,
			),
			position: {option: '--name <name>', help: messages.backup.name.help},
		},
	},
	problems: ({name}, {server}) => ({
		name:
			name !== undefined && notInFiles.test(name)
				? messages.backup.name.notForFiles
				: server.backups.some(one => name !== undefined && one.name === name)
					? messages.backup.name.taken
					: undefined,
	}),
	plan: ({name}, {server, known}) => ({
		requests: [request('createBackup', {serverId: server.id, ...(name !== undefined && {name})})],
		targets: () => targetOf({server, known}),
		effect: [messages.backup.effect],
		risk: 'review',
		summary: messages.backup.summary(nameOf(server)),
		input: name === undefined ? {} : {name},
	}),
});

/** Returns the backup with this ID, or the only one with this name. */
function backupNamed({backups}: GameServer, word: string): Backup | undefined {
	const byId = backups.find(({backupId}) => backupId === word);
	const [named, other] = backups.filter(({name}) => name === word);
	return byId ?? (other ? undefined : named);
}

const unknownBackup = (server: GameServer, word: string) =>
	backupNamed(server, word) ? undefined : messages.deleteBackup.backup.unknown(nameOf(server), word);

const backupField = (hint: string): Field<string> => ({
	kind: 'choice',
	label: messages.deleteBackup.backup.label,
	hint,
	position: {argument: '<backup>', help: messages.deleteBackup.backup.help},
	sentAs: ['backupId'],
	choices: ({server, isUtc}) =>
		server.backups
			.toSorted(latestFirst(({createdAt}) => createdAt))
			.slice(0, 12)
			.map(({backupId, name, createdAt}) => ({
				value: backupId,
				label: [momentText(createdAt, at => dateMinuteText(at, isUtc), ''), name ?? backupId]
					.filter(Boolean)
					.join('  '),
			})),
	read: text => {
		if (text === '') throw new FieldProblem(messages.deleteBackup.backup.none);
		return text;
	},
});

/** (public documentation: Backups) The server must be OFFLINE. */
export const restoreBackup = action({
	id: 'restore-backup',
	target: 'server',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.restoreBackup.title(nameOf(server)),
	readsServer: true,
	fields: {backup: backupField(messages.restoreBackup.hint)},
	problems: ({backup}, {server, checksStates}) => ({
		backup:
			unknownBackup(server, backup) ?? (checksStates ? operationBlocked('rollback', server) : undefined),
	}),
	plan: ({backup: word}, {server, known}) => {
		const backupId = backupNamed(server, word)?.backupId ?? word;
		return {
			requests: [request('rollBack', {serverId: server.id, backupId})],
			targets: () => targetOf({server, known}),
			effect: [messages.restoreBackup.effect(server.blocked !== undefined)],
			risk: 'type',
			summary: messages.restoreBackup.summary(nameOf(server)),
			input: {backupId},
		};
	},
});

export const deleteBackup = action({
	id: 'delete-backup',
	target: 'server',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.deleteBackup.title(nameOf(server)),
	readsServer: true,
	fields: {backup: backupField(messages.deleteBackup.backup.hint)},
	problems: ({backup}, {server}) => ({backup: unknownBackup(server, backup)}),
	plan: ({backup: word}, {server, known}) => {
		const backupId = backupNamed(server, word)?.backupId ?? word;
		return {
			requests: [request('deleteBackup', {serverId: server.id, backupId})],
			targets: () => targetOf({server, known}),
			effect: [messages.deleteBackup.effect],
			risk: 'type',
			summary: messages.deleteBackup.summary(nameOf(server)),
			input: {backupId},
		};
	},
});

const forceText = messages.deleteServer.force;

export const deleteServer = action({
	id: 'delete',
	target: 'server',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => messages.deleteServer.title(nameOf(server)),
	fields: {
		force: {
			...yesNoField(forceText.label, forceText.hint, forceText.no, forceText.yes),
			position: {option: '--force', help: forceText.help},
			sentAs: ['forceDelete'],
		},
	},
	problems: ({force}, {server}) => ({
		force:
			!force && !['offline', 'unknown'].includes(phaseOf(server.state))
				? messages.deleteServer.notStopped(nameOf(server), server.state)
				: undefined,
	}),
	plan: ({force}, {server, known}) => ({
		requests: [request('deleteServer', {serverId: server.id, ...(force && {forceDelete: true})})],
		targets: () => targetOf({server, known}),
		effect: [
			messages.deleteServer.effect(nameOf(server), server.blocked !== undefined),
			...(force ? [messages.deleteServer.filesMayStay] : []),
		],
		risk: 'type',
		summary: messages.deleteServer.summary(nameOf(server)),
		input: {force},
	}),
});

export const serverActions = [
	rename,
	move,
	update,
	backup,
	restoreBackup,
	deleteBackup,
	deleteServer,
] as const;
