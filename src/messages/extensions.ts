import type {EndpointName, endpoints} from '../contract/endpoints/index.ts';
import {ownValue} from '../lib/maps.ts';

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
