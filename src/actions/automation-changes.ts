import {endpoints} from '../contract/endpoints/index.ts';
import type {Automation} from '../contract/models/automation.ts';
import {momentOf} from '../contract/moments.ts';
import {checkFields, InputProblem} from '../contract/request.ts';
import {sourceOf} from '../contract/sources.ts';
import {deepEqual} from '../lib/deep-equal.ts';
import {automationMessages} from '../messages/automations.ts';

const {refusals} = automationMessages;

/** The fields of an automation as the service has them, known or not. */
export type Fields = Readonly<Record<string, unknown>>;

/** An automation as the service sent it, nulls included. */
export const asRead = (automation: Automation): Fields => sourceOf(automation) ?? {...automation};

/** What the service sets itself. (Specification: Automation, beside AutomationCreateRequest) */
const serviceFields: ReadonlySet<string> = new Set(['id', 'teamId', 'createdAt', 'updatedAt']);
/** Stands in the path of the request, where no other can be named. */
const inPath = 'automationId';

export const isSetByService = (name: string): boolean => serviceFields.has(name) || name === inPath;

/** Throws `InputProblem` for what cannot be the fields of a new automation. */
export function checkNew(fields: Fields, teamId: string): void {
	const own = Object.keys(fields).find(name => isSetByService(name) && name !== 'teamId');
	if (own !== undefined) throw new InputProblem(own, refusals.setByService);
	if ('teamId' in fields && fields['teamId'] !== teamId)
		throw new InputProblem('teamId', refusals.otherTeam(teamId));
}

/**
What an edit changes: the given fields without those that the service sets, which may come along if they are as they
were read. Throws `InputProblem` for a field that cannot be changed, or not to this value.
*/
export function changesIn(given: Fields, record: Fields): Fields {
	const changes = Object.entries(given).filter(([name, value]) => {
		if (!isSetByService(name)) return true;
		if (name !== 'updatedAt' && !isSameField(name, value, record[name]))
			throw new InputProblem(name, refusals.unchangeable);
		return false;
	});
	const others = changes.filter(([name, value]) => !deepEqual(value, record[name]));
	checkFields(endpoints.editAutomation, Object.fromEntries(others));
	return Object.fromEntries(changes);
}

/** The body of an edit: the whole record as it was read, with the changes. */
export const editedRecord = (record: Fields, changes: Fields): Fields => {
	const {[inPath]: _, ...fields} = {...record, ...changes};
	return fields;
};

/** What an edit would overwrite unseen: the fields that it changes and that somebody else has changed, and `updatedAt`. */
export const overtakenFields = (asRead: Fields, now: Fields, changes: Fields): string[] =>
	[...Object.keys(changes), 'updatedAt'].filter(name => !isSameField(name, asRead[name], now[name]));

/** Services write one moment in several ways. */
function isSameField(name: string, one: unknown, other: unknown): boolean {
	if (deepEqual(one, other)) return true;
	if (name === 'id' || name === 'teamId') return String(one) === String(other);
	const at = name.endsWith('At') ? momentIn(one) : undefined;
	return at !== undefined && at === momentIn(other);
}

const momentIn = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? momentOf(value) : undefined;
