import type {GameServer} from '../../contract/models/server.ts';
import type {Failure} from '../failure.ts';
import {operationBlocked} from '../rules.ts';
import type {Settings} from '../services.ts';
import type {State} from '../state/index.ts';
import type {TextField} from '../text-field.ts';
import {checkForm, nameToType, openForm, stopsOf, verbBlocked, type OpenForm} from './dialog.ts';
import type {Plan} from './form.ts';

/** All that the painter of a form needs, as plain data. */
export type FormView = {
	title: string;
	step: 'edit' | 'review' | 'sending';
	fields: readonly FieldView[];
	review: ReviewView | undefined;
	failure: Failure | undefined;
	footer: string;
};

export type FieldView = {
	name: string;
	label: string;
	hint: string;
	kind: 'line' | 'choice';
	value: TextField;
	choices: readonly {value: string; label: string}[];
	focused: boolean;
	problem: string | undefined;
};

export type ReviewRow = {label: string; lines: readonly string[]; tone: 'plain' | 'warning'};
export type ButtonView = {
	id: 'nothing' | 'verb';
	label: string;
	focused: boolean;
	blocked: string | undefined;
};
export type ReviewView = {
	rows: readonly ReviewRow[];
	confirm: {prompt: string; field: TextField; focused: boolean; matches: boolean} | undefined;
	buttons: readonly ButtonView[];
};

export function formView(state: State, settings: Settings, now: number): FormView | undefined {
	const open = openForm(state);
	if (!open) return undefined;
	const {dialog, form, server} = open;
	return {
		title: form.title(server),
		step: dialog.step,
		fields: fieldsOf(open),
		review: dialog.step === 'edit' ? undefined : reviewOf(open, state, settings, now),
		failure: dialog.failure,
		footer:
			dialog.step === 'edit'
				? 'Enter goes on to the review   Tab next field   Esc leaves'
				: 'Tab or Right moves on   Enter presses   Esc leaves',
	};
}

function fieldsOf({dialog, form}: OpenForm): FieldView[] {
	return Object.entries(form.fields).map(([name, {kind, label, hint, choices}]) => ({
		name,
		label,
		hint,
		kind,
		value: dialog.typed[name] ?? {text: '', cursor: 0},
		choices: choices ?? [],
		focused: dialog.step === 'edit' && dialog.field === name,
		problem: dialog.problems[name],
	}));
}

function reviewOf(open: OpenForm, state: State, settings: Settings, now: number): ReviewView {
	const {dialog, form, server} = open;
	const checked = checkForm(open, now);
	const plan = 'plan' in checked ? checked.plan : undefined;
	const stops = stopsOf(plan);
	const button = stops.includes(dialog.button) ? dialog.button : 'nothing';
	const blocked = verbBlocked(open, plan);
	return {
		rows: [
			{label: 'Target', lines: [targetOf(server, state, settings)], tone: 'plain'},
			rightNow(open, state, now),
			...(plan ? [{label: 'Will send', lines: requestLines(plan), tone: 'plain' as const}] : []),
			...('problems' in checked
				? [{label: 'Cannot be sent', lines: Object.values(checked.problems), tone: 'warning' as const}]
				: []),
			...(plan
				? [
						{
							label: 'Effect',
							lines: plan.effect,
							tone: plan.needsName ? ('warning' as const) : ('plain' as const),
						},
					]
				: []),
		],
		confirm: plan?.needsName
			? {
					prompt: `Type ${nameToType(server)} to confirm:`,
					field: dialog.confirm,
					focused: button === 'confirm',
					matches: dialog.confirm.text.trim() === nameToType(server),
				}
			: undefined,
		buttons: [
			{id: 'nothing', label: 'Do nothing', focused: button === 'nothing', blocked: undefined},
			{
				id: 'verb',
				label: dialog.step === 'sending' ? `${form.verb} sent…` : form.verb,
				focused: button === 'verb',
				blocked,
			},
		],
	};
}

function targetOf(server: GameServer, {access}: State, {profile}: Settings): string {
	const where = [server.gameType, server.nodeName && `node ${server.nodeName}`].filter(Boolean).join(', ');
	const team = access.team?.name ?? access.team?.id ?? 'team not known';
	return `${server.displayName ?? server.id}${where ? ` (${where})` : ''}   ${team} [${profile.label}]`;
}

/** State and players as they were read, with the age of the reading. */
function rightNow({dialog, form, server}: OpenForm, {fleet}: State, now: number): ReviewRow {
	const players =
		server.onlinePlayers === undefined
			? 'players not known'
			: `${Math.max(0, server.onlinePlayers)} of ${server.maxPlayers ?? '?'} players`;
	const read = `${server.state ?? 'no state'}, ${players}`;
	const {fresh} = dialog;
	if (fresh && 'failure' in fresh) {
		const age = fleet.at === undefined ? 'never read' : `${Math.round((now - fleet.at) / 1000)} s old`;
		return {
			label: 'Right now',
			lines: [`${read} (${age}; reading again failed: ${fresh.failure.title})`],
			tone: 'warning',
		};
	}
	const lines = [`${read}   ${fresh ? 'read just now' : 'reading again…'}`];
	const blocked = operationBlocked(form.operation, server);
	return {
		label: 'Right now',
		lines: blocked === undefined ? lines : [...lines, blocked],
		tone: blocked === undefined ? 'plain' : 'warning',
	};
}

function requestLines({request}: Plan): string[] {
	const body = request.body && Object.keys(request.body).length > 0 ? [JSON.stringify(request.body)] : [];
	return [`${request.method} ${request.path}`, ...body];
}
