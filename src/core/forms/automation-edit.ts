import {unreadWords} from '../../contract/accepted.ts';
import {ApiError} from '../../contract/errors.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import type {Automation} from '../../contract/models/automation.ts';
import {requestOf} from '../../contract/request.ts';
import {parseJson} from '../../lib/json.ts';
import {isSame} from '../../lib/same.ts';
import {printableLine} from '../../lib/text.ts';
import {readAutomations} from '../actions/automations.ts';
import {frictionOf} from '../friction.ts';
import type {KnownAutomation} from '../state/automations.ts';
import {partsField, timeoutField} from './automation-fields.ts';
import {line, required, yesNo} from './fields.ts';
import {form, type About, type Form} from './form.ts';
import {commandLine, targetWords} from './same-as.ts';
import {keyTo} from '../key-words.ts';

const fields = {
	name: required('Name', 'what it is called in lists', 'Every automation needs a name.'),
	description: line('About', 'what it is for'),
	enabled: yesNo('Enabled', 'off: it runs only by hand', 'off', 'on'),
	runTimeoutSec: timeoutField,
	parts: partsField,
};

const teamOf = ({state}: About) => state.access.team;

/** (Specification: AutomationCreateRequest) */
export const createAutomationForm = form({
	id: 'create-automation',
	verb: 'Create',
	operation: undefined,
	title: () => 'Create an automation',
	target: () => 'a new automation of',
	fields,
	plan: ({parts, description, ...values}, about) => {
		const body = {...values, ...(description !== undefined && {description}), ...parts};
		const input = {teamId: teamOf(about)?.id ?? '', ...body};
		return {
			requests: [requestOf(endpoints.createAutomation, input)],
			effect: [
				values.enabled
					? 'It is on from that moment: its trigger may begin a run.'
					: `It is off: only ${keyTo('automations.trigger')} runs it.`,
			],
			sameAs: commandLine(['automations', 'create', '-d', JSON.stringify(body)]),
			friction: frictionOf.createAutomation,
			send: async (api, services) => {
				const answer = await api.createAutomation(input);
				void readAutomations(services);
				return unreadWords(answer);
			},
			done: `${values.name} is created.`,
		};
	},
});

/** What the dialog is about as it was read last. */
export const knownOf = ({state, thing}: About): KnownAutomation | undefined =>
	state.automations.list?.find(({automation}) => automation.id === thing?.id);

/** The fields as they came from the service: not cleaned, nothing left out. */
export function sourceOf({source}: KnownAutomation): Partial<Automation> {
	return parseJson(source) as Partial<Automation>; // made of a record by `readAutomations`
}

/** A text that was not touched goes back as it came, also where the screen shows it cleaned. */
const kept = (typed: string | undefined, original: string | undefined): string =>
	original !== undefined && (typed ?? '') === printableLine(original).trim() ? original : (typed ?? '');

/** `version`: when the automation was changed last, as its dialog was opened. */
const editOf = (version: string) =>
	form({
		id: 'edit-automation',
		verb: 'Save',
		operation: undefined,
		title: ({thing}) => `Edit ${thing?.name ?? 'an automation'}`,
		target: ({thing}) => `${thing?.name ?? 'an automation'} of`,
		fields,
		plan: ({parts, name, description, enabled, runTimeoutSec}, about) => {
			const known = knownOf(about);
			const old = known ? sourceOf(known) : {};
			const body = {
				name: kept(name, old.name),
				description: kept(description, old.description),
				enabled,
				...(runTimeoutSec !== undefined && {runTimeoutSec}),
				...parts,
			};
			const automationId = about.thing?.id ?? '';
			const teamId = teamOf(about)?.id ?? '';
			const changed = Object.entries(body).flatMap(([field, value]) =>
				isSame(value, Reflect.get(old, field) ?? (field === 'description' ? '' : undefined)) ? [] : [field],
			);
			return {
				requests: [requestOf(endpoints.editAutomation, {automationId, ...body})],
				effect: [
					changed.length === 0
						? 'Nothing is different from what was read.'
						: `Changes ${changed.join(', ')}; everything is sent whole.`,
				],
				...(versionOf(known) !== version && {
					more: [
						{
							label: 'Heads-up',
							lines: ['Somebody has changed it, or it is gone, since this dialog was opened.'],
							tone: 'warning' as const,
						},
					],
				}),
				sameAs: commandLine([
					'automations',
					'edit',
					...targetWords([about.thing?.name ?? automationId]),
					'-d',
					JSON.stringify(body),
				]),
				friction: frictionOf.editAutomation,
				send: async (api, services) => {
					const {items} = await api.listAutomations({teamId});
					const now = items.find(({id}) => id === automationId);
					if (now && String(now.updatedAt) !== versionOf(known)) throw overtaken();
					await api.editAutomation({automationId, ...body});
					void readAutomations(services);
				},
				done: `${body.name} is saved.`,
			};
		},
	});

export const versionOf = (known: KnownAutomation | undefined): string => String(known?.automation.updatedAt);

const overtaken = () =>
	new ApiError('Somebody else has changed it a moment ago: nothing was sent.', {
		reason: 'blocked',
		request: 'POST /automation/{automationId}',
	});

const usual = editOf('');

/** (Specification: `POST /automation/{automationId}`) */
export const editAutomationForm: Form = {
	...usual,
	check: (about, typed) => editOf(typed['version'] ?? '').check(about, typed),
};
