import type {ByName} from '../../lib/json/maps.ts';
import type {Command} from 'commander';
import {Automation, AutomationRun} from '../../contract/models/automation.ts';
import {fieldsOfRecord} from '../../contract/record.ts';
import {Node, NodeTask} from '../../contract/models/node.ts';
import {Backup, GameServer} from '../../contract/models/server.ts';
import {powerVerbs} from '../../contract/power.ts';
import {Team} from '../../contract/models/team.ts';

/** What a command prints with `--json`. */
type JsonFields = {
	/** The fields of its records, for completion. A service may send others. */
	fields: readonly string[];
	/** Other fields are refused before the command runs: it changes something, or never ends. */
	isChecked?: true;
};

const records = (fields: readonly string[]): JsonFields => ({fields});
const checked = (fields: readonly string[]): JsonFields => ({fields, isChecked: true});

const serverFields = fieldsOfRecord(GameServer);
const ownRecord = ['id', 'displayName', 'gameType', 'settings'];
const ownFields = checked([...ownRecord, 'proof']);
/** Name the server of a record of our own. */
const ofServer = ['serverId', 'serverName'];
const resultFields = [...ofServer, 'outcome', 'error'];
const powerFields = checked([...resultFields, 'accepted', 'reached', 'problem']);
const answerFields = [...resultFields, 'response', 'commandId'];
const commandFields = checked([...answerFields, 'command']);

const noteFields = ['at', 'kind', ...ofServer, 'text'];
const playerFields = ['name', 'id', 'userId', 'flagged', ...ofServer];

const waitFields = ['at', ...ofServer, 'outcome', 'accepted', 'state', 'progress', 'reached', 'problem'];

const byCommand: ByName<JsonFields> = {
	server: records([...serverFields, 'commands']),
	show: records([...serverFields, 'commands']),
	create: checked([...serverFields, ...waitFields, 'settings', 'proof']),
	move: checked(waitFields),
	update: checked(waitFields),
	delete: checked([...waitFields, ...ownRecord]),
	add: ownFields,
	edit: ownFields,
	remove: ownFields,
	...Object.fromEntries(powerVerbs.map(verb => [verb, powerFields])),
	rcon: commandFields,
	watch: commandFields,
	broadcast: checked(answerFields),
	node: records(fieldsOfRecord(Node)),
	task: records(fieldsOfRecord(NodeTask)),
	automation: records(fieldsOfRecord(Automation)),
	'automation.check': records(['isValid', 'problems', 'trigger', 'next', 'servers', 'steps']),
	'automation.create': checked(fieldsOfRecord(Automation)),
	'automation.edit': checked(fieldsOfRecord(Automation)),
	'automation.trigger': checked([...fieldsOfRecord(AutomationRun), ...waitFields, 'runId']),
	job: records([
		'id',
		'action',
		'force',
		'status',
		'startedAt',
		'process',
		'service',
		'servers',
		'commandOfRest',
	]),
	'job.retry': checked([...resultFields, 'text']),
	'job.start': checked([...resultFields, 'text']),
	'job.undo': checked(resultFields),
	run: records(fieldsOfRecord(AutomationRun)),
	team: records(fieldsOfRecord(Team)),
	player: records(playerFields),
	'player.message': checked(answerFields),
	'player.kick': checked(answerFields),
	'player.ban': checked(answerFields),
	'player.unban': checked(answerFields),
	'player.note': records(noteFields),
	ban: records(['id', 'name', 'reason', 'time', 'expiresAt', 'isSent', ...ofServer]),
	journal: records(['at', 'kind', ...ofServer, 'origin', 'status', 'text', 'response', 'problem']),
	logs: records([...ofServer, 'text']),
	chat: records([...noteFields, 'player']),
	wait: records(['at', ...ofServer, 'state', 'players', 'reached']),
	backup: records(fieldsOfRecord(Backup)),
	'backup.create': checked(waitFields),
	'backup.restore': checked(waitFields),
	'backup.delete': checked(waitFields),
	'task.cancel': checked([...waitFields, 'taskId']),
	'run.cancel': checked([...waitFields, 'runId']),
	profile: records(['name', 'url', 'label', 'readOnly', 'isDefault']),
	config: records(['name', 'value', 'origin']),
	keys: records(['where', 'id', 'keys', 'title', 'help']),
};

const isRead = new Set(['list', 'show']);

/** Returns what a command prints with `--json`; `nodes list` and `nodes show` print the records of `nodes`. */
export function jsonFieldsOf(command: Command): JsonFields | undefined {
	const {parent} = command;
	if (!parent?.parent) return byCommand[command.name()];
	if (isRead.has(command.name())) return jsonFieldsOf(parent);
	// `server create` is `create`.
	const own = byCommand[`${parent.name()}.${command.name()}`];
	return own ?? (parent.name() === 'server' ? byCommand[command.name()] : undefined);
}
