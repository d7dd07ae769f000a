import {isSameState} from '../../contract/states.ts';
import {nameOf} from '../../actions/names.ts';
import {dialogMessages, reviewMessages} from '../../messages/dialogs.ts';
import type {FormDialog, Reading, ReviewFacts} from '../kernel/dialogs/dialog-state.ts';
import {type Checked, fieldIdsOf, type Form, type FormContext, formFor} from '../kernel/dialogs/form.ts';
import {nodeOutages} from '../nodes/node-outages.ts';
import {type GameServer, placeholderServer} from '../../contract/models/server.ts';
import {type ConfirmWord, isConfirmed} from '../../actions/confirm-word.ts';
import {asksToType, withProtection} from '../../actions/risk.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import type {Typed} from '../../actions/action.ts';
import type {PickedFile, Subject} from '../../actions/context.ts';
import {crashingServers} from '../servers/fleet-values.ts';
import {scheduledActionOf} from '../servers/scheduled-actions.ts';
import type {State} from '../state.ts';
import {emptyField, fieldOf, offeredField} from '../kernel/text/text-field.ts';
import type {Plan} from '../../actions/plan.ts';
import type {Choice, Field} from '../../actions/field.ts';
import type {Program} from '../kernel/state/program.ts';
import type {Message} from '../../messages/text.ts';

/** Returns the facts that a review shows, by server id. */
export function factsIn({servers, state}: Pick<FormContext, 'servers' | 'state'>): ReviewFacts {
	const crashing = crashingServers(state.fleet);
	const away = new Map(nodeOutages(state).flatMap(({node, servers: ids}) => ids.map(id => [id, node])));
	return new Map(
		servers.map(server => {
			const {id, state: word, onlinePlayers} = server;
			const players = onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers);
			const scheduled = scheduledActionOf(state.scheduled, id);
			const task = scheduled?.task && {id: scheduled.task.id, action: scheduled.action};
			const isCrashing = crashing.has(id);
			return [id, {name: nameOf(server), state: word, isCrashing, players, awayNode: away.get(id), task}];
		}),
	);
}

const maxChanges = 4;

/**
Returns the changes of the state, the node and the schedule, and players who joined an empty server or may have. The state of
a server that crashes repeatedly changes faster than anyone confirms.
*/
export function changesBetween(seen: ReviewFacts, now: ReviewFacts): string[] {
	const lines = [...now].flatMap(([id, {name, state, isCrashing, players, awayNode, task}]) => {
		const old = seen.get(id);
		if (!old) return [];
		const parts = [
			...(isSameState(old.state, state) || isCrashing ? [] : [reviewMessages.stateChanged(old.state, state)]),
			...(old.players === 0 && players !== 0 ? [reviewMessages.playersCame(players)] : []),
			...(old.awayNode === awayNode ? [] : [reviewMessages.nodeChanged(old.awayNode, awayNode)]),
		];
		if (old.task?.id !== task?.id) parts.push(reviewMessages.scheduleChanged(old.task?.action, task?.action));
		if (parts.length === 0) return [];
		return now.size > 1 ? reviewMessages.recentOn(name, parts.join(', ')) : parts.join(', ');
	});
	const more = lines.length - maxChanges;
	return more > 0 ? [...lines.slice(0, maxChanges), reviewMessages.more(more)] : lines;
}

/** Returns whether there are changes that the user has not acknowledged. */
export const isUnseen = ({changes}: Pick<FormDialog, 'changes'>): boolean => changes?.isSeen === false;

/** Keys that arrive sooner than this after a dialog opens were typed for something else, ms. */
export const typeAheadMs = 400;

/** A form with the answers so far: what a dialog shows and what line mode asks for. */
export type FilledForm = {
	form: Form;
	about: FormContext;
	typed: Typed;
	fresh: Reading | undefined;
	changes?: FormDialog['changes'];
};
export type OpenForm = FilledForm & {dialog: FormDialog};

/** The services that forms need. */
export type Forms = Pick<Program, 'dialogs' | 'files' | 'knownToActions' | 'settings'>;

/** Returns the open form dialog, with its form and the newest records of its servers. */
export function openForm(state: State, forms: Forms, now: number): OpenForm | undefined {
	const {dialog} = state;
	if (dialog?.kind !== 'form') return undefined;
	const form = formFor(forms.dialogs, dialog);
	const {fresh, changes} = dialog;
	return (
		form && {dialog, form, fresh, changes, typed: typedIn(dialog), about: aboutOf(dialog, state, forms, now)}
	);
}

/** The subject of a form, bound when the form is opened. */
type Target = {
	serverIds: readonly string[];
	subject?: Subject | undefined;
	file?: PickedFile | undefined;
	fresh?: Reading | undefined;
};

export function aboutOf(
	{serverIds, subject, file, fresh}: Target,
	state: State,
	{knownToActions, settings, files}: Pick<Forms, 'files' | 'knownToActions' | 'settings'>,
	now: number,
): FormContext {
	const read = fresh && 'server' in fresh ? fresh.server : undefined;
	const newest = (id: string): GameServer => {
		const listed = state.fleet.servers.get(id);
		if (!fresh || read?.id !== id) return listed ?? placeholderServer(id);
		// Polls and the feed go on while the review is open.
		const listedAt = Math.max(state.fleet.at ?? 0, state.fleet.since.get(id)?.at ?? 0);
		if (!listed || listedAt <= fresh.at) return read;
		return {...read, state: listed.state, onlinePlayers: listed.onlinePlayers ?? read.onlinePlayers};
	};
	return {
		server: newest(serverIds[0] ?? ''),
		servers: serverIds.map(newest),
		subject,
		file,
		now,
		isUtc: state.view.time === 'utc',
		known: knownToActions(state),
		checksStates: true,
		state,
		settings,
		files,
	};
}

export const choicesOf = ({choices}: Field<unknown, FormContext>, about: FormContext): readonly Choice[] =>
	typeof choices === 'function' ? choices(about) : (choices ?? []);

/** Returns the initial values of the fields of a form. */
export const initialAnswers = ({fields}: Form, about: FormContext): Typed =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			field.kind === 'choice' ? (choicesOf(field, about)[0]?.value ?? '') : (field.initial?.(about) ?? ''),
		]),
	);

export function newDialog(form: Form, serverIds: readonly string[], about: FormContext): FormDialog {
	const names = fieldIdsOf(form);
	const initial = initialAnswers(form, about);
	const defaults = names.map(name => {
		const field = form.fields[name];
		const text = initial[name] ?? '';
		return [name, (field?.kind !== 'choice' && field?.offers ? offeredField : fieldOf)(text)];
	});
	return {
		kind: 'form',
		form: form.id,
		serverId: serverIds[0] ?? '',
		serverIds,
		subject: about.subject,
		openedAt: about.now,
		step: names.length > 0 ? 'edit' : 'review',
		typed: Object.fromEntries(defaults),
		kinds: Object.fromEntries(
			Object.entries(form.fields).map(([name, {kind, presets}]) => [name, presets ? 'presets' : kind]),
		),
		field: names[0],
		problems: {},
		button: 'nothing',
		confirm: emptyField,
		fresh: undefined,
		page: 0,
		failure: undefined,
	};
}

/** Returns the text of each field. */
export const typedIn = ({typed}: FormDialog): ByName<string> =>
	Object.fromEntries(Object.entries(typed).map(([name, {text}]) => [name, text]));

/** Returns whether a dialog with a list of lines would lose more than one answer. */
export function losesWork({form, dialog, about}: OpenForm): boolean {
	if (dialog.step === 'sending' || !Object.values(form.fields).some(({list}) => list !== undefined))
		return false;
	const {typed} = newDialog(form, dialog.serverIds, about);
	const changed = Object.entries(dialog.typed).filter(([name, {text}]) => text !== typed[name]?.text);
	return changed.length > 1;
}

/** Checks the answers and returns the resulting plan; the profile may raise the level of confirmation. */
export function checkForm({form, about, typed}: Pick<FilledForm, 'form' | 'about' | 'typed'>): Checked {
	const checked = form.check(about, typed);
	if (!('plan' in checked)) return checked;
	const {plan} = checked;
	return {plan: {...plan, risk: withProtection(plan.risk, about.settings.protect)}};
}

/**
Returns the stops of the review in order. The next step that a refusal offers comes after the verb.
*/
export function stopsOf(plan: Plan | undefined, offer: boolean): FormDialog['button'][] {
	return [
		...(plan && asksToType(plan.risk) ? (['confirm'] as const) : []),
		'nothing',
		'verb',
		...(offer ? (['offer'] as const) : []),
	];
}

/**
Returns what to type for confirmation, if anything: the name of the server or subject, or the number of
servers.
*/
export function wordToType(
	{about}: Pick<FilledForm, 'about'>,
	plan: Plan | undefined,
): ConfirmWord | undefined {
	if (!plan || !asksToType(plan.risk)) return undefined;
	if (about.subject) return {name: about.subject.name.trim(), id: about.subject.id};
	if (about.servers.length > 1) return {name: String((plan.actsOn ?? about.servers).length), isCount: true};
	const {displayName, id} = about.server;
	return {name: displayName?.trim() || id, id};
}

/** Formats the problems with the labels of their fields. */
export const problemLines = ({fields}: Form, problems: ByName<Message>): Message[] =>
	Object.entries(problems).map(([name, problem]) => {
		const field = ownValue(fields, name);
		return field ? dialogMessages.problemOf(field.label, problem) : problem;
	});

/** Returns why the verb cannot be pressed yet. */
export function verbBlocked(open: OpenForm, checked: Checked): Message | undefined {
	const {dialog} = open;
	if (dialog.step === 'sending') return dialogMessages.noAnswerYet;
	if ('problems' in checked) return problemLines(open.form, checked.problems)[0];
	if (!dialog.fresh && dialog.serverIds.length > 0) return dialogMessages.readingServer;
	const word = wordToType(open, 'plan' in checked ? checked.plan : undefined);
	if (word !== undefined && !isConfirmed(dialog.confirm.text, word))
		return dialogMessages.notConfirmed(dialog.confirm.text.trim());
	return isUnseen(dialog) ? dialogMessages.changed : undefined;
}
