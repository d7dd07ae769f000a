import {withoutSecretFields} from '../../contract/secret-fields.ts';
import type {LoggedFields} from './records.ts';
import type {Reading} from './repositories.ts';

/** The fields of a record in the action log: no secret, and no address of a person. */
const shown = {
	servers: ['displayName', 'gameType', 'serverDirectory', 'own'],
	automations: ['name', 'description', 'enabled', 'targets', 'workflow', 'trigger', 'runTimeoutSec'],
	nodes: ['settings'],
	applications: ['name', 'permissions', 'memberId', 'expiresAt'],
	members: ['name', 'permissions'],
	invites: ['name', 'permissions', 'expiresAt'],
} as const;
type Kind = keyof typeof shown;
const kinds = Object.keys(shown) as Kind[]; // keys of a constant

/** The kind of record that a field of a request names. */
const kindsByField = new Map<string, Kind>([
	['serverId', 'servers'],
	['automationId', 'automations'],
	['nodeId', 'nodes'],
	['applicationId', 'applications'],
	['memberId', 'members'],
	['userEmail', 'invites'],
]);

/** Characters of a value. */
const maxLength = 500;

export type Target = {id: string; kind: Kind | undefined};

/** Returns the record that a request names, or undefined if it names none or is about to create one. */
export function targetOf(path: string, request: Readonly<Record<string, unknown>>): Target | undefined {
	const named = [
		'serverId',
		'automationId',
		'runId',
		'taskId',
		'nodeId',
		'applicationId',
		'userEmail',
		'memberId',
	];
	// Other fields name what a new record belongs to.
	const creates = /\/(?:create|application-user|invite|invite-code)$/.test(path);
	const field = named.find(name => typeof request[name] === 'string' && !creates);
	return field === undefined ? undefined : {id: String(request[field]), kind: kindsByField.get(field)};
}

/** Returns the record that an answer says was created. */
export function createdBy(reply: unknown): Target | undefined {
	if (typeof reply !== 'object' || reply === null) return undefined;
	const {id, nodeId, memberId} = reply as {id?: unknown; nodeId?: unknown; memberId?: unknown};
	const created = id ?? nodeId ?? memberId;
	return typeof created === 'string' ? {id: created, kind: undefined} : undefined;
}

/** Returns the fields of a record for the log, or undefined if there is none. */
export async function loggedFields(
	records: Reading,
	teamId: string,
	{id, kind}: Target,
): Promise<LoggedFields | undefined> {
	for (const one of kind ? [kind] : kinds) {
		const record = await find(records, teamId, one, id);
		if (record) return fieldsOf(record, shown[one]);
	}
	return undefined;
}

async function find(records: Reading, teamId: string, kind: Kind, id: string): Promise<object | undefined> {
	if (kind !== 'members' && kind !== 'invites') return records[kind].get(id);
	const team = await records.teams.get(teamId);
	if (kind === 'members') return team?.members.find(member => member.id === id);
	return team?.invites.find(invite => invite.id === id || invite.email === id);
}

function fieldsOf(record: object, names: readonly string[]): LoggedFields {
	const fields = new Map<string, unknown>(Object.entries(record));
	return Object.fromEntries(
		names.flatMap(name => {
			const value = fields.get(name);
			if (value === undefined) return [];
			const text = typeof value === 'string' ? value : withoutSecretFields(JSON.stringify(value));
			return [[name, text.length > maxLength ? `${text.slice(0, maxLength)}…` : text]];
		}),
	);
}

/** Omits unchanged fields. */
export function changesBetween(
	before: LoggedFields | undefined,
	after: LoggedFields | undefined,
): {before?: LoggedFields; after?: LoggedFields} {
	const only = (fields: LoggedFields | undefined, other: LoggedFields | undefined) =>
		fields && Object.fromEntries(Object.entries(fields).filter(([name, value]) => other?.[name] !== value));
	const [old, changed] = [only(before, after), only(after, before)];
	const isAny = (fields: LoggedFields | undefined): fields is LoggedFields =>
		fields !== undefined && Object.keys(fields).length > 0;
	return {...(isAny(old) && {before: old}), ...(isAny(changed) && {after: changed})};
}
