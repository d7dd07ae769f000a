import {endpoints} from '../contract/endpoints/index.ts';
import type {Automation} from '../contract/models/automation.ts';
import {momentOf} from '../contract/moments.ts';
import {checkFields, InputProblem} from '../contract/request.ts';
import {sourceOf} from '../contract/sources.ts';
import {deepEqual} from '../lib/json/depth.ts';
import {automationMessages} from '../messages/automations.ts';

const {refusals} = automationMessages;

/** The fields of an automation as the service has them, including unknown ones. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an automation as the service sent it, nulls included. */
export const asRead = (automation: Automation): Fields => sourceOf(automation) ?? {...automation};

/** Fields set by the service. (Specification: Automation, beside AutomationCreateRequest) */
const serviceFields: ReadonlySet<string> = new Set(['id', 'teamId', 'createdAt', 'updatedAt']);
/** Part of the request path, so a field cannot have this name. */
const inPath = 'automationId';

export const isSetByService = (name: string): boolean => serviceFields.has(name) || name === inPath;

/** Throws `InputProblem` for invalid fields of a new automation. */
export function checkNew(fields: Fields, teamId: string): void {
	const own = Object.keys(fields).find(name => isSetByService(name) && name !== 'teamId');
	if (own !== undefined) throw new InputProblem(own, refusals.setByService);
	if ('teamId' in fields && fields['teamId'] !== teamId)
		throw new InputProblem('teamId', refusals.otherTeam(teamId));
}

/**
Returns the changes of an edit: the given fields without those set by the service, which are accepted if
unchanged. Throws `InputProblem` for a field that cannot change, or not to this value.
*/
export function changesIn(fields: Fields, record: Fields): Fields {
	const changes = Object.entries(fields).filter(([name, value]) => {
		if (!isSetByService(name)) return true;
		if (name !== 'updatedAt' && !isSameField(name, value, record[name]))
			throw new InputProblem(name, refusals.unchangeable);
		return false;
	});
	const others = changes.filter(([name, value]) => !deepEqual(value, record[name]));
	checkFields(endpoints.editAutomation, Object.fromEntries(others));
	return Object.fromEntries(changes);
}

/** Returns the body of an edit: the entire record with the changes. */
export const editedRecord = (record: Fields, changes: Fields): Fields => {
	const {[inPath]: _, ...fields} = {...record, ...changes};
	return fields;
};

/** Returns what an edit would overwrite unseen: changed fields that someone else has changed too, and `updatedAt`. */
export const overwrittenFields = (asRead: Fields, now: Fields, changes: Fields): string[] =>
	[...Object.keys(changes), 'updatedAt'].filter(name => !isSameField(name, asRead[name], now[name]));

/** Services format the same time in several ways. */
function isSameField(name: string, one: unknown, other: unknown): boolean {
	if (deepEqual(one, other)) return true;
	if (name === 'id' || name === 'teamId') return String(one) === String(other);
	const at = name.endsWith('At') ? momentIn(one) : undefined;
	return at !== undefined && at === momentIn(other);
}

const momentIn = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? momentOf(value) : undefined;
