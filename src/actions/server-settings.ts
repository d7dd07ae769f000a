import {latestFirst, momentText} from '../contract/moments.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {line, required, yesNo} from './fields.ts';
import {FieldProblem, type Field} from './field.ts';
import {nameConflict, nameTaken, operationBlocked, phaseOf} from './preconditions.ts';
import {request} from './request.ts';
import {nameOf} from './names.ts';

const targetOf = ({known, server}: ActionContext) => serverWords(known.servers, [server.id]);

export const rename = action({
	id: 'rename',
	target: 'server',
	verb: 'Rename',
	command: {words: ['rename'], description: 'Give a server another display name', isHarmless: true},
	permission: 'MANAGE_SERVERS',
	title: ({server}) => `Rename ${nameOf(server)}`,
	fields: {
		name: {
			...required('Name', 'no other server of the team may have it', 'Every server needs a name.'),
			position: {argument: '<name>', help: 'the new name'},
			sentAs: ['displayName'],
			initial: ({server}: ActionContext) => nameOf(server),
		},
	},
	problems: ({name}, {server, known, checksStates}) => {
		if (checksStates && name === nameOf(server)) return {name: 'This is its name already.'};
		const taken = nameTaken(name, known.servers.values(), server.id);
		return {name: taken === undefined ? undefined : nameConflict(taken)};
	},
	plan: ({name}, context) => ({
		requests: [request('changeDisplayName', {serverId: context.server.id, displayName: name})],
		targets: targetOf(context),
		effect: ['Only the name changes; the server goes on as it is.'],
		risk: 'review',
		summary: `Rename ${nameOf(context.server)} to ${name}`,
		input: {name, previousName: nameOf(context.server)},
	}),
});

export const move = action({
	id: 'move',
	target: 'server',
	verb: 'Move',
	command: {words: ['move'], description: 'Change the directory of a server on its node; it must be offline'},
	permission: 'MANAGE_SERVERS',
	operation: 'change-directory',
	title: ({server}) => `Move ${nameOf(server)}`,
	fields: {
		directory: {
			...required('Directory', 'a full path on the node', 'Name a directory.'),
			position: {argument: '<directory>', help: 'the new directory'},
			sentAs: ['serverDirectory'],
			initial: ({server}: ActionContext) => server.serverDirectory ?? '',
		},
	},
	problems: ({directory}, {server, checksStates}) => {
		if (!checksStates) return {};
		if (directory === server.serverDirectory) return {directory: 'It is there already.'};
		return {directory: operationBlocked('change-directory', server)};
	},
	plan: ({directory}, context) => ({
		requests: [request('changeDirectory', {serverId: context.server.id, serverDirectory: directory})],
		targets: targetOf(context),
		effect: [
			'The node copies everything, then deletes the old directory; until then nothing else can be done.',
		],
		risk: 'hold',
		summary: `Move ${nameOf(context.server)} to ${directory}`,
		input: {directory},
	}),
});

export const update = action({
	id: 'update',
	target: 'server',
	verb: 'Update',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => `Update ${nameOf(server)}`,
	fields: {},
	plan: (_, {server}) => ({
		requests: [request('updateServer', {serverId: server.id})],
		effect: [
			'The node installs the newest version of the game; the server is not started afterwards.',
			...(phaseOf(server.state) === 'offline' ? [] : ['Only an offline server can be updated.']),
		],
		risk: 'hold',
		summary: `Update ${nameOf(server)}`,
		input: {},
	}),
});

/** The name becomes the name of a file on the node. (service-facts: Backups) */
const notInFiles = /[\\/:*?"<>|]/;

export const backup = action({
	id: 'backup',
	target: 'server',
	verb: 'Back up',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => `Back up ${nameOf(server)}`,
	fields: {name: line('Name', 'empty means date and map')},
	problems: ({name}, {server}) => ({
		name:
			name !== undefined && notInFiles.test(name)
				? 'It becomes the name of a file: leave out \\ / : * ? " < > |'
				: server.backups.some(one => name !== undefined && one.name === name)
					? 'There is a backup of this name: it would be overwritten.'
					: undefined,
	}),
	plan: ({name}, {server}) => ({
		requests: [request('createBackup', {serverId: server.id, ...(name !== undefined && {name})})],
		effect: [
			'The node saves the world and packs it; players may feel it. At its limit the team loses its oldest one.',
		],
		risk: 'review',
		summary: `Back up ${nameOf(server)}`,
		input: name === undefined ? {} : {name},
	}),
});

const backupField: Field<string> = {
	kind: 'choice',
	label: 'Backup',
	hint: 'the one to delete',
	sentAs: ['backupId'],
	choices: ({server}) =>
		server.backups
			.toSorted(latestFirst(({createdAt}) => createdAt))
			.slice(0, 12)
			.map(({backupId, name, createdAt}) => ({
				value: backupId,
				label: [momentText(createdAt, at => new Date(at).toISOString().slice(0, 16), ''), name ?? backupId]
					.filter(Boolean)
					.join('  '),
			})),
	read: text => {
		if (text === '') throw new FieldProblem('It has no backups.');
		return text;
	},
};

export const deleteBackup = action({
	id: 'delete-backup',
	target: 'server',
	verb: 'Delete the backup',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => `Delete a backup of ${nameOf(server)}`,
	fields: {backup: backupField},
	plan: ({backup: backupId}, {server}) => ({
		requests: [request('deleteBackup', {serverId: server.id, backupId})],
		effect: ['The file is deleted on the node; it cannot be brought back.'],
		risk: 'type',
		summary: `Delete a backup of ${nameOf(server)}`,
		input: {backupId},
	}),
});

export const deleteServer = action({
	id: 'delete',
	target: 'server',
	verb: 'Delete',
	permission: 'MANAGE_SERVERS',
	title: ({server}) => `Delete ${nameOf(server)}`,
	fields: {
		force: yesNo('Force', 'forgets it at once, whatever its node says', 'no, the node first', 'yes, at once'),
	},
	problems: ({force}, {server}) => ({
		force:
			!force && !['offline', 'unknown'].includes(phaseOf(server.state))
				? `${nameOf(server)} is ${server.state ?? 'in no state'}. Stop it first, or choose yes.`
				: undefined,
	}),
	plan: ({force}, {server}) => ({
		requests: [request('deleteServer', {serverId: server.id, ...(force && {forceDelete: true})})],
		effect: [
			`${nameOf(server)}, its world and its profile are gone for good.`,
			...(force ? ['Its files may stay on the node.'] : []),
		],
		risk: 'type',
		summary: `Delete ${nameOf(server)}`,
		input: {force},
	}),
});
