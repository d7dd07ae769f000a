import {latestFirst, momentText} from '../../contract/moments.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {frictionOf} from '../friction.ts';
import {nameOf} from '../list/order.ts';
import {nameTaken, operationBlocked, phaseOf} from '../rules.ts';
import {line, required, yesNo} from './fields.ts';
import {form, FieldProblem, type About, type Field} from './form.ts';
import {asRequest, commandLine, operands, serverWords} from './same-as.ts';

export const renameForm = form({
	id: 'rename',
	verb: 'Rename',
	operation: undefined,
	title: ({server}) => `Rename ${nameOf(server)}`,
	fields: {
		name: {
			...required('Name', 'no other server of the team may have it', 'Every server needs a name.'),
			sentAs: ['displayName'],
			initial: ({server}: About) => nameOf(server),
		},
	},
	problems: ({name}, {server, state}) => {
		if (name === nameOf(server)) return {name: 'This is its name already.'};
		return {name: nameTaken(name, state.fleet.servers.values(), server.id)};
	},
	plan: ({name}, {server, state, settings}) => {
		const input = {serverId: server.id, displayName: name};
		return {
			requests: [requestOf(endpoints.changeDisplayName, input)],
			effect: ['Only the name changes; the server goes on as it is.'],
			sameAs: commandLine(settings, [
				'rename',
				'--yes',
				...operands([...serverWords(state, [server.id]), name]),
			]),
			friction: frictionOf.rename,
			send: api => api.changeDisplayName(input),
			action: {action: 'rename', input: {name, previousName: nameOf(server)}},
		};
	},
});

export const moveForm = form({
	id: 'move',
	verb: 'Move',
	operation: 'change-directory',
	title: ({server}) => `Move ${nameOf(server)}`,
	fields: {
		directory: {
			...required('Directory', 'a full path on the node', 'Name a directory.'),
			sentAs: ['serverDirectory'],
			initial: ({server}: About) => server.serverDirectory ?? '',
		},
	},
	problems: ({directory}, {server}) => ({
		directory:
			directory === server.serverDirectory
				? 'It is there already.'
				: operationBlocked('change-directory', server),
	}),
	plan: ({directory}, {server, state, settings}) => {
		const input = {serverId: server.id, serverDirectory: directory};
		return {
			requests: [requestOf(endpoints.changeDirectory, input)],
			effect: [
				'The node copies everything, then deletes the old directory; until then nothing else can be done.',
			],
			sameAs: commandLine(settings, [
				'move',
				'--yes',
				...operands([...serverWords(state, [server.id]), directory]),
			]),
			friction: frictionOf.move,
			send: api => api.changeDirectory(input),
			action: {action: 'move', input: {directory}},
		};
	},
});

export const updateForm = form({
	id: 'update',
	verb: 'Update',
	operation: undefined,
	title: ({server}) => `Update ${nameOf(server)}`,
	fields: {},
	plan: (_, {server, settings}) => {
		const input = {serverId: server.id};
		const request = requestOf(endpoints.updateServer, input);
		return {
			requests: [request],
			effect: [
				'The node installs the newest version of the game; the server is not started afterwards.',
				...(phaseOf(server.state) === 'offline' ? [] : ['Only an offline server can be updated.']),
			],
			sameAs: asRequest(settings, request),
			friction: 'hold',
			send: api => api.updateServer(input),
			action: {action: 'update', input: {}},
		};
	},
});

/** The name becomes the name of a file on the node. (service-facts: Backups) */
const notInFiles = /[\\/:*?"<>|]/;

export const backupForm = form({
	id: 'backup',
	verb: 'Back up',
	operation: undefined,
	title: ({server}) => `Back up ${nameOf(server)}`,
	fields: {name: line('Name', 'empty means date and map')},
	problems: ({name}, {server}) => ({
		name:
			name !== undefined && notInFiles.test(name)
				? 'It becomes the name of a file: leave out \\ / : * ? " < > |'
				: server.backups.some(backup => name !== undefined && backup.name === name)
					? 'There is a backup of this name: it would be overwritten.'
					: undefined,
	}),
	plan: ({name}, {server, settings}) => {
		const input = {serverId: server.id, ...(name !== undefined && {name})};
		const request = requestOf(endpoints.createBackup, input);
		return {
			requests: [request],
			effect: [
				'The node saves the world and packs it; players may feel it. At its limit the team loses its oldest one.',
			],
			sameAs: asRequest(settings, request),
			friction: 'review',
			send: api => api.createBackup(input),
			action: {action: 'backup', input: name === undefined ? {} : {name}},
		};
	},
});

const whichBackup: Field<string> = {
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

export const deleteBackupForm = form({
	id: 'delete-backup',
	verb: 'Delete the backup',
	operation: undefined,
	title: ({server}) => `Delete a backup of ${nameOf(server)}`,
	fields: {backup: whichBackup},
	plan: ({backup}, {server, settings}) => {
		const input = {serverId: server.id, backupId: backup};
		const request = requestOf(endpoints.deleteBackup, input);
		return {
			requests: [request],
			effect: ['The file is deleted on the node; it cannot be brought back.'],
			sameAs: asRequest(settings, request),
			friction: 'type',
			send: api => api.deleteBackup(input),
			action: {action: 'delete-backup', input: {backupId: backup}},
		};
	},
});

export const deleteForm = form({
	id: 'delete',
	verb: 'Delete',
	operation: undefined,
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
	plan: ({force}, {server, settings}) => {
		const input = {serverId: server.id, ...(force && {forceDelete: true})};
		const request = requestOf(endpoints.deleteServer, input);
		return {
			requests: [request],
			effect: [
				`${nameOf(server)}, its world and its profile are gone for good.`,
				...(force ? ['Its files may stay on the node.'] : []),
			],
			sameAs: asRequest(settings, request),
			friction: 'type',
			send: api => api.deleteServer(input),
			action: {action: 'delete', input: {force}},
		};
	},
});
