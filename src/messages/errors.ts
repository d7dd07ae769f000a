import type {ErrorKey} from '../contract/errors.ts';
import {key, message, type Message} from './text.ts';
import {plural} from '../lib/text/plural.ts';
import type {EndpointName, endpoints} from '../contract/endpoints/index.ts';
import {ownValue} from '../lib/json/maps.ts';

/** `title` says what happened, `hint` what to do. */
type ErrorWords = {title: string; hint: string};

/** The texts of each known error key. */
export const errorWords: Record<ErrorKey, ErrorWords> = {
	TEAM_NOT_FOUND: {
		title: 'These credentials belong to no team.',
		hint: 'Check that the application still exists in the team settings.',
	},
	'general.not_found': {
		title: 'Not found, or it belongs to another team.',
		hint: 'It may have been deleted: refresh the list.',
	},
	'validation.failed': {
		title: 'The service did not accept a field.',
		hint: 'Check the fields: one may be blank, too long, or of the wrong type.',
	},
	'server.unsupported_game_type': {
		title: 'The service does not support this game type.',
		hint: 'Choose another game type.',
	},
	'server.directory_required': {
		title: 'No directory was given, and the node has no default.',
		hint: 'Enter a directory.',
	},
	'server.display_name_already_exists': {
		title: 'Another server of the team has this name.',
		hint: 'Choose another name.',
	},
	'team.too_many_servers': {
		title: 'The team has reached its maximum number of servers.',
		hint: 'Delete a server or raise the limit.',
	},
	'server.node_is_offline': {
		title: 'The node is offline.',
		hint: 'Bring the node back, or choose another one.',
	},
	'server.dto_mapping_profile_not_found': {
		title: "The server's setting profile is missing.",
		hint: 'Repair the profile in the web application.',
	},
	'server.invalid_directory': {
		title: 'The directory is blank or invalid.',
		hint: 'Enter a full path on the node.',
	},
	'server.is_not_offline': {
		title: 'The server is not offline.',
		hint: 'Stop it first.',
	},
	'server.is_not_online': {
		title: 'The server is not online.',
		hint: 'Start it, or wait until it is up.',
	},
	'server.server_directory_change_in_progress': {
		title: "The server's directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'server.rcon_timeout': {
		title: 'No answer before the deadline.',
		hint: 'The command may have run: look for a late answer before you send it again.',
	},
	'server.stop_normal_invalid_state': {
		title: 'Only an online server can be stopped gracefully.',
		hint: 'Wait until it is online, or force the stop.',
	},
	'server.stop_force_already_offline': {
		title: 'The server is already offline.',
		hint: 'There is nothing to stop.',
	},
	'server.timed_shutdown_already_scheduled': {
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.timed_restart_already_scheduled': {
		title: 'A timed stop or restart is already scheduled for this server.',
		hint: 'Wait for it, or cancel it on its node first.',
	},
	'server.state_unknown': {
		title: "The server's state is unknown.",
		hint: 'Its node is probably offline: bring the node back first.',
	},
	'server.backups_empty': {
		title: 'The server has no backups.',
		hint: 'Create one first.',
	},
	'server.backup_directory_change_in_progress': {
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'node.backup_directory_change_in_progress': {
		title: "The node's backup directory is being changed.",
		hint: 'Wait until the change is complete.',
	},
	'node.invalid_state': {
		title: 'The node is not online.',
		hint: 'Bring the node back first.',
	},
	'node.task_not_cancelable': {
		title: 'This task can no longer be canceled.',
		hint: 'It has ended, or its type cannot be canceled.',
	},
	'server.console_refused': {
		title: "The server's console refused the command or could not be reached.",
		hint: 'The command did not run: fix the cause, then send it again.',
	},
	'server.console_lost': {
		title: "The server's console did not answer.",
		hint: 'The command may have run: check the game before you send it again.',
	},
	'server.answer_cut': {
		title: 'The answer was cut off.',
		hint: 'The answer is incomplete. The command has probably run: check the game before you send it again.',
	},
};

/** Why a request failed, and what to do. */
export const failureMessages = {
	footer: (request: Message) =>
		message`${request}   ${key('app.refresh')} retries, ${key('app.quit')} quits.`,
	notSignedIn: 'Not signed in',
	notAllowed: 'Not allowed',
	notReached: 'Unreachable',
	noImage: 'The service has no image with this ID.',
	noImageHint: 'Run `rcondeck team` for the ID of the icon.',
	lacksPermission: (permission: string) => `These credentials lack the permission ${permission}.`,
	lacksPermissionHint: 'Ask the team owner to add it to the application.',
	noCredentials: 'No credentials are set.',
	noCredentialsHint:
		'Run `rcondeck login`, or set RCONDECK_TOKEN, or RCONDECK_APP_ID and RCONDECK_APP_SECRET.',
	partial: 'Received before the answer was cut off:',
	mayHaveRun: 'It may have run. Check the state before you try again.',
	credentialsRefused: 'The service does not accept these credentials.',
	credentialsRefusedHint:
		'Check RCONDECK_TOKEN, or RCONDECK_APP_ID and RCONDECK_APP_SECRET. They may have been rotated.',
	stateForbids: 'The server cannot do this in its current state.',
	stateForbidsHint: 'The list may be out of date. Refresh and try again.',
	fewerRequests: 'Too many requests.',
	waitFirst: (wait: string) => `Wait${wait} before you try again.`,
	serverFailed: (status: number) => `The service failed (${status}).`,
	tryAgain: 'Try again in a moment.',
	refused: (status: number | undefined) => `The service refused the request (${status ?? 'no status'}).`,
};

/** Unreadable answers. */
export const answerMessages = {
	noAnswer: 'The service reports no answer. The command may not have reached the game.',
	empty: 'The answer is empty.',
	/** `serverId`, `command`: those in the answer, if they differ from the request. */
	stray: ({serverId, command}: {serverId?: string; command?: string}) => {
		const server = serverId === undefined ? [] : [`another server (${serverId})`];
		const other = command === undefined ? [] : [`another command (${command})`];
		return `The answer is for ${[...server, ...other].join(' and ')}.`;
	},
	otherRecord: (asked: string, answered: string) =>
		`The service was asked for ${asked} and answered with ${answered}. The answer is not used.`,
	otherTeam: (teamId: string) => `the service names another team for these credentials (${teamId})`,
	unexpected: (reason: string) => `The answer has an unexpected format (${reason}).`,
	cutOff: 'The answer is incomplete: the JSON ends early.',
	noJson: 'The answer is not valid JSON.',
	tooManyValues: 'The answer contains too many values.',
	webPage: 'The answer is a web page. Check the base URL, and whether a proxy asks for a login.',
};

/** Why a list that comes in pages lacks records; completes `The list is incomplete:`. */
export const pageMessages = {
	stopped: (pages: number, count: number, total: number | undefined) =>
		`${countOf(count, total)} read from ${pages} pages, the limit`,
	late: (pages: number, count: number, total: number | undefined) =>
		`${countOf(count, total)} read from ${plural(pages, 'page')} before the time limit`,
	noPage: (page: number, count: number, total: number | undefined) =>
		`${countOf(count, total)} read: page ${page} is not a list`,
	repeats: (page: number, count: number, total: number | undefined) =>
		`${countOf(count, total)} read: page ${page} repeats earlier ones`,
	fewer: (count: number, total: number) => `the service sent ${countOf(count, total)}`,
};

const countOf = (count: number, total: number | undefined) =>
	total === undefined ? plural(count, 'record') : `${count} of ${plural(total, 'record')}`;

/** Requests that are not sent or get no answer. */
export const requestMessages = {
	readOnly: 'Not sent: this session is read-only.',
	raw: (method: string) => `${method} (raw)`,
	noMethod: 'Not sent. The method must be one word.',
	noPath: 'Not sent. Use a path without the host, such as /team/my.',
	tooDeep: (levels: number) => `Not sent. The body has more than ${levels} levels.`,
	givenUp: 'The request was canceled.',
	noAnswer: (host: string, seconds: number) => `${host} did not answer within ${seconds}s.`,
	notReached: (host: string, seconds: number) =>
		`${host} could not be reached within ${seconds}s. Check the network and the proxy.`,
	tooLarge: (host: string, size: string) => `The answer from ${host} is larger than ${size}.`,
	noHttp: (host: string) => `${host} did not answer with valid HTTP. Check the base URL.`,
	broke: (host: string) => `The connection to ${host} was lost before the answer was complete.`,
	/** The setting for the URL of the service. */
	setting: 'the base URL',
};

/** The meaning of a status without a known error key. */
export const refusalMessages = {
	noPermission: 'These credentials lack a permission. Ask the team owner to add it.',
	noCredentials: 'No credentials are set.',
	wrongCredentials: 'The service does not accept these credentials.',
	notAllowed: 'The service does not allow this.',
	notKnown: 'Not found, or it belongs to another team.',
	wrongState: 'The server cannot do this in its current state.',
	tooMany: 'Too many requests. Wait, then try again.',
	serviceFailed: (status: number) => `The service failed (${status}).`,
	refused: (status: number) => `The service refused the request (${status}).`,
	/** `origin`: the origin of the target, if it is a different one. */
	redirects: (host: string, origin: string | undefined) =>
		`${host} redirects to ${origin ?? 'another path'}. Redirects are not followed. Check the base URL.`,
};

type Extension = {
	[Name in EndpointName]: (typeof endpoints)[Name] extends {extension: true} ? Name : never;
}[EndpointName];

const names: Record<Extension, string> = {
	listServersOfNode: 'listing the servers of a node',
	updateServer: 'updating servers',
	createBackup: 'creating backups',
	deleteBackup: 'deleting backups',
	rollBack: 'restoring backups',
	wipeSavegames: 'wiping savegames',
	deleteServer: 'deleting servers',
	resetSettings: 'resetting settings',
	addOwnServer: 'adding your own servers',
	getOwnServer: 'the settings of your own servers',
	getServerOutput: 'the output of servers',
	changeOwnServer: 'changing your own servers',
	removeOwnServer: 'removing your own servers',
	getSettingProfile: 'setting profiles',
	changeSettingProfile: 'changing setting profiles',
	getGameIni: 'game.ini',
	getGameUserSettingsIni: 'gameUserSettings.ini',
	parseIni: 'parsing .ini files',
	generateIni: 'generating .ini files',
	getAutomation: 'reading a single automation',
	deleteAutomation: 'deleting automations',
	getRun: 'reading a single run',
	cancelRun: 'canceling runs',
	deleteRun: 'deleting runs',
	latestNodeVersion: 'the latest node version',
	updateNode: 'updating nodes',
	changeNodeSettings: 'changing node settings',
	addNode: 'adding nodes',
	renewNodeToken: 'tokens of nodes',
	deleteNode: 'deleting nodes',
	listNodeTasks: 'node tasks',
	getNodeTask: 'reading a single node task',
	cancelNodeTask: 'canceling node tasks',
	withdrawInvite: 'withdrawing invitations',
	setMemberPermissions: 'changing permissions',
	createApplicationUser: 'creating tokens',
	createInviteCode: 'invitation codes',
	joinTeam: 'joining with an invitation code',
	readJournal: "the team's journal",
	writeJournal: "writing to the team's journal",
	listActions: 'the action log',
	listApplicationUsers: 'listing applications',
	removeApplicationUser: 'removing applications',
	listNotifications: 'notifications',
	countUnreadNotifications: 'counting notifications',
};

const nameOf = (endpoint: EndpointName): string => ownValue(names, endpoint) ?? endpoint;

/** Operations that only some services have. */
export const extensionMessages = {
	notOffered: (endpoint: EndpointName) => `This service does not offer ${nameOf(endpoint)}.`,
	notShownYet: (endpoint: EndpointName) =>
		`It is not known yet whether this service offers ${nameOf(endpoint)}.`,
};

/** Limits of the team. */
export const limitMessages = {
	rconCommands: 'stored commands',
};
