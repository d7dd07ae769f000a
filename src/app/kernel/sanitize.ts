import type {Unreadable} from '../../contract/models/listed.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import type {GameServer, ServerCommand} from '../../contract/models/server.ts';
import type {Team} from '../../contract/models/team.ts';
import {commandText} from '../../contract/rcon-text.ts';
import {printable, printableLine} from '../../lib/text.ts';

/**
Everything from the network passes through here once on its way into state, so no text in state can control a terminal.
A record that was sanitized before returns the identical result, so that nothing repaints.
*/
const cleaned = new WeakMap<object, object>();

function once<Value extends object>(value: Value, clean: (value: Value) => Value): Value {
	const known = cleaned.get(value);
	if (known) return known as Value; // stored below for this very value
	const result = clean(value);
	cleaned.set(value, result);
	return result;
}

export const sanitizeCommand = (command: ServerCommand): ServerCommand =>
	once(command, given => ({
		...given,
		command: commandText(given.command),
		response: given.response === undefined ? undefined : printable(given.response),
	}));

export const sanitizeServer = (server: GameServer): GameServer =>
	once(server, given => ({
		...deep(given),
		id: given.id,
		nodeId: given.nodeId,
		commands: given.commands.map(sanitizeCommand),
		backups: given.backups.map(backup => ({...deep(backup), backupId: backup.backupId})),
	}));

/** Sanitizes part of a record, as the feed delivers it. */
export const sanitizeChange = (change: Partial<GameServer>): Partial<GameServer> => deep(change);

/** Sanitizes an unreadable record, whose name and reason also come from outside. */
export const sanitizeUnreadable = (record: Unreadable): Unreadable => once(record, deep);

export const sanitizeTeam = (team: Team): Team =>
	once(team, given => ({
		...deep(given),
		id: given.id,
		owner: given.owner && cleanMember(given.owner),
		members: given.members.map(cleanMember),
	}));

const cleanMember = (member: Team['members'][number]) => ({...deep(member), id: member.id});

export const sanitizeNode = (node: Node): Node => once(node, given => ({...deep(given), id: given.id}));

export const sanitizeTask = (task: NodeTask): NodeTask =>
	once(task, given => ({...deep(given), id: given.id, nodeId: given.nodeId, targetIds: given.targetIds}));

export const sanitizeAutomation = (automation: Automation): Automation =>
	once(automation, given => ({...deep(given), id: given.id}));

export const sanitizeRun = (run: AutomationRun): AutomationRun =>
	once(run, given => ({...deep(given), id: given.id, automationId: given.automationId}));

/** Sanitizes every text in a record to a single line. Callers restore ids that are sent back to the service. */
function deep<Value>(value: Value): Value {
	// The result has the shape of the input: only strings are replaced, by strings.
	if (typeof value === 'string') return printableLine(value) as Value & string;
	if (Array.isArray(value)) return value.map(deep) as Value & unknown[];
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.filter(([name]) => name !== 'commands')
		.map(([name, field]) => [printableLine(name), deep(field)]);
	return Object.fromEntries(entries) as Value & object;
}
