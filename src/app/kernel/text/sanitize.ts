import {
	type CommandFailure,
	failureIn,
	type GameServer,
	type ServerCommand,
} from '../../../contract/models/server.ts';
import type {Unreadable} from '../../../contract/models/list.ts';
import type {Automation, AutomationRun} from '../../../contract/models/automation.ts';
import type {ConsoleOutput} from '../../../contract/packets.ts';
import {knownMoment} from '../../../contract/moments.ts';
import type {Node, NodeTask} from '../../../contract/models/node.ts';
import type {Team} from '../../../contract/models/team.ts';
import {commandText} from '../../../contract/rcon-text.ts';
import {printable, printableLine} from '../../../lib/text/text.ts';
import {cutMessages} from '../../../messages/text.ts';

/**
Everything from the network passes through here once on its way into state, so no text in state can control a terminal.
A record that was sanitized before returns the identical result, so that nothing repaints.
*/
const cleaned = new WeakMap<object, object>();

function sanitizeOnce<Value extends object>(value: Value, clean: (value: Value) => Value): Value {
	const known = cleaned.get(value);
	if (known) return known as Value; // stored below for this very value
	const result = clean(value);
	cleaned.set(value, result);
	return result;
}

/** Of the sender of a command. */
const maxNameLength = 40;
/** Longest field, command and response that are kept, in characters. Longer ones would freeze the screen. */
export const [maxFieldLength, maxCommandLength, maxResponseLength] = [4000, 10_000, 4_000_000];

/** Maximum number of fields of a record. */
const maxFields = 1000;

/** Truncates a text that is too long, and states its length. */
function limitLength(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}${cutMessages.cut(text.length)}`;
}

const sanitizeLine = (text: string): string => printableLine(limitLength(text, maxFieldLength));

export const sanitizeCommand = (command: ServerCommand): ServerCommand =>
	sanitizeOnce(command, raw =>
		unlessEqual(raw, {
			...raw,
			command: commandText(limitLength(raw.command, maxCommandLength)),
			response:
				raw.response === undefined ? undefined : printable(limitLength(raw.response, maxResponseLength)),
			...sanitizeFailure(raw),
			...(typeof raw['by'] === 'string' && {by: printableLine(raw['by'].slice(0, maxNameLength)).trim()}),
		}),
	);

function sanitizeFailure(command: ServerCommand): {failure?: CommandFailure} {
	const failure = failureIn(command);
	return failure ? {failure: {...failure, message: sanitizeLine(failure.message)}} : {};
}

/** The most lines of one packet, and characters of a line, that are shown: another service may know no limits. */
const [maxOutputLines, maxOutputLength] = [500, 2000];

export function sanitizeOutput({lines, omitted, timestamp}: ConsoleOutput) {
	return {
		timestamp: knownMoment(timestamp),
		lines: lines.slice(0, maxOutputLines).map(({kind, text}) => ({
			kind,
			text: printableLine(text.slice(0, maxOutputLength)).trimEnd(),
		})),
		omitted: Math.max(0, Math.floor(omitted ?? 0)) + Math.max(0, lines.length - maxOutputLines),
	};
}

export const sanitizeServer = (server: GameServer): GameServer =>
	sanitizeOnce(server, raw =>
		unlessEqual(raw, {
			...sanitizeDeep(raw),
			id: raw.id,
			nodeId: raw.nodeId,
			commands: unlessEqual(raw.commands, raw.commands.map(sanitizeCommand)),
			backups: unlessEqual(raw.backups, raw.backups.map(sanitizeBackup)),
		}),
	);

const sanitizeBackup = (backup: GameServer['backups'][number]) =>
	unlessEqual(backup, {...sanitizeDeep(backup), backupId: backup.backupId});

/** Sanitizes a state, as the feed delivers it. */
export const sanitizeState = (state: string): string => sanitizeLine(state);

/** Sanitizes an unreadable record, whose name and reason also come from outside. */
export const sanitizeUnreadable = (record: Unreadable): Unreadable => sanitizeOnce(record, sanitizeDeep);

export const sanitizeTeam = (team: Team): Team =>
	sanitizeOnce(team, raw => ({
		...sanitizeDeep(raw),
		id: raw.id,
		owner: raw.owner && sanitizeMember(raw.owner),
		members: raw.members.map(sanitizeMember),
	}));

const sanitizeMember = (member: Team['members'][number]) => ({...sanitizeDeep(member), id: member.id});

export const sanitizeNode = (node: Node): Node =>
	sanitizeOnce(node, raw => ({...sanitizeDeep(raw), id: raw.id}));

export const sanitizeTask = (task: NodeTask): NodeTask =>
	sanitizeOnce(task, raw => ({
		...sanitizeDeep(raw),
		id: raw.id,
		nodeId: raw.nodeId,
		targetIds: raw.targetIds,
	}));

export const sanitizeAutomation = (automation: Automation): Automation =>
	sanitizeOnce(automation, raw => ({...sanitizeDeep(raw), id: raw.id}));

export const sanitizeRun = (run: AutomationRun): AutomationRun =>
	sanitizeOnce(run, raw => ({...sanitizeDeep(raw), id: raw.id, automationId: raw.automationId}));

/** Returns the value as it was if nothing in it had to be sanitized, so that thousands of records are not kept twice. */
function unlessEqual<Value extends object>(raw: Value, clean: Value): Value {
	const [before, after] = [raw as Fields, clean as Fields];
	const isEqual =
		Object.keys(before).every(name => Object.hasOwn(after, name)) &&
		Object.keys(after).every(name => Object.is(before[name], after[name]));
	return isEqual ? raw : clean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Sanitizes every text in a record to a single line. Callers restore ids that are sent back to the service. */
function sanitizeDeep<Value>(value: Value): Value {
	// The result has the shape of the input: only strings are replaced, by strings.
	if (typeof value === 'string') return sanitizeLine(value) as Value & string;
	if (Array.isArray(value)) return unlessEqual(value, value.map(sanitizeDeep) as Value & unknown[]);
	if (typeof value !== 'object' || value === null) return value;
	const fields = value as Fields;
	const names = Object.keys(fields);
	const entries = names
		.slice(0, maxFields)
		.filter(name => name !== 'commands')
		.map(name => [sanitizeLine(name), sanitizeDeep(fields[name])]);
	if (names.length > maxFields) entries.push(['…', cutMessages.fields(names.length)]);
	return unlessEqual(value, Object.fromEntries(entries) as Value & object);
}
