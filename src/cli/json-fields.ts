import {Automation, AutomationRun} from '../contract/models/automation.ts';
import {fieldsOfRecord} from '../contract/models/common.ts';
import {Node, NodeTask} from '../contract/models/node.ts';
import {GameServer} from '../contract/models/server.ts';
import {Team} from '../contract/models/team.ts';

const ownFields = ['id', 'displayName', 'gameType', 'settings', 'proof'];

/** The fields of the records that a command prints with `--json`, for completion. A service may send others. */
export const jsonFields: Readonly<Record<string, readonly string[]>> = {
	servers: fieldsOfRecord(GameServer),
	show: fieldsOfRecord(GameServer),
	add: ownFields,
	edit: ownFields,
	remove: ownFields,
	nodes: fieldsOfRecord(Node),
	tasks: fieldsOfRecord(NodeTask),
	automations: fieldsOfRecord(Automation),
	runs: fieldsOfRecord(AutomationRun),
	team: fieldsOfRecord(Team),
	profiles: ['name', 'url', 'label', 'readOnly', 'isDefault'],
	config: ['name', 'value', 'origin'],
	keys: ['where', 'id', 'keys', 'title', 'help'],
};
