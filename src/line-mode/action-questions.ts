import type {ByName} from '../lib/json/maps.ts';
import type {Answers, FormRequest} from '../app/kernel/dialogs/dialog-id.ts';
import type {Menu, MenuItem} from '../app/kernel/dialogs/menu.ts';
import type {Targets} from '../app/kernel/state/targets.ts';
import {type LineSession, renderLine} from './session.ts';
import {lineMessages, lineQuestionMessages} from '../messages/line-mode.ts';
import {type Field, FieldProblem, problemIn, unitProblem} from '../actions/field.ts';
import {completePath} from '../app/dialogs/complete-field.ts';
import {
	aboutOf,
	changesBetween,
	checkForm,
	choicesOf,
	factsIn,
	type FilledForm,
	initialAnswers,
	wordToType,
} from '../app/dialogs/dialog.ts';
import {type Checked, fieldIdsOf, type Form, type FormContext, formFor} from '../app/kernel/dialogs/form.ts';
import type {Message} from '../messages/text.ts';
import {suspensionMessages} from '../messages/watch.ts';
import type {Typed} from '../actions/action.ts';
import type {PickedFile} from '../actions/context.ts';
import type {Plan} from '../actions/plan.ts';
import {isConfirmed, promptedWord} from '../actions/confirm-word.ts';
import {isHeld} from '../actions/risk.ts';
import {startUndoWindow} from '../app/dialogs/undo-window.ts';
import {
	notifyFailure,
	readPickedFile,
	readServers,
	refreshPending,
	sendAction,
} from '../app/dialogs/open-dialog.ts';
import type {Failure} from '../app/kernel/state/failure.ts';
import {nextStepOf, requestOf} from '../app/dialogs/next-step.ts';
import {reviewRows} from '../app/dialogs/review.ts';
import type {Program} from '../app/kernel/state/program.ts';
import type {Reading, ReviewFacts} from '../app/kernel/dialogs/dialog-state.ts';
import {reviewMessages} from '../messages/dialogs.ts';

/** Items that need a screen. */
const screenOnly = new Set(['plain', 'screen']);

/**
Asks for an item of a menu by number, word or the TUI's letter, unless one is given, and chooses it. Returns the
form that asks for the rest, if any.
*/
export async function askChoice(
	{services, print, ask}: LineSession,
	menu: Menu,
	targets: Targets,
	presetId?: string,
): Promise<FormRequest | undefined | 'left'> {
	const {store, screens} = services;
	const itemsNow = () => menu.items(store.getState(), targets, screens).filter(({id}) => !screenOnly.has(id));
	const items = itemsNow();
	/** Finds the item by id: the items may have changed while the question was open. */
	const choose = ({id}: MenuItem): FormRequest | undefined | 'blocked' => {
		const item = itemsNow().find(one => one.id === id);
		if (item && item.blocked === undefined) return item.choose(services) ?? undefined;
		print(
			item?.blocked === undefined
				? lineQuestionMessages.noLongerOffered
				: lineMessages.warning(renderLine(item.blocked)),
		);
		return 'blocked';
	};
	const known = items.find(({id}) => id === presetId);
	if (known) {
		const request = choose(known);
		return request === 'blocked' ? 'left' : request;
	}
	if (items.length === 0) return 'left';
	if (presetId !== undefined) print(lineQuestionMessages.notOffered(presetId));
	print(
		lineMessages.question(menu.title(store.getState(), targets)),
		items.map(({label, blocked}, index) => {
			const why = blocked === undefined ? '' : lineQuestionMessages.notNow(renderLine(blocked));
			return `${index + 1}, ${renderLine(label)}${why}`;
		}),
	);
	for (;;) {
		const answer = await ask({
			prompt: lineQuestionMessages.whichPrompt,
			offers: items.map(({label}) => renderLine(label)),
		});
		if (answer === undefined || answer.trim() === '') return 'left';
		const item = itemFor(items, answer);
		const request = item ? choose(item) : 'blocked';
		if (!item) print(lineQuestionMessages.whichUnclear(answer.trim()));
		if (request !== 'blocked') return request;
	}
}

function itemFor(items: readonly MenuItem[], answer: string): MenuItem | undefined {
	const wanted = answer.trim().toLowerCase();
	if (/^\d+$/.test(wanted)) return items[Number(wanted) - 1];
	const labelOf = ({label}: MenuItem) => renderLine(label).toLowerCase();
	const exact =
		items.find(item => item.id === wanted || labelOf(item) === wanted) ??
		items.find(({key}) => key === answer.trim());
	const begins = items.filter(item => labelOf(item).startsWith(wanted));
	return exact ?? (begins.length === 1 ? begins[0] : undefined);
}

/** A field in a question; `problem`: the problem with its current value. */
type FieldQuestion = {name: string; field: Field<unknown, FormContext>; problem: Message | undefined};

/** Asks for a field until its answer is valid; undefined if the question is left. */
async function askField(
	session: LineSession,
	asked: FieldQuestion,
	{about, typed}: FilledForm,
): Promise<string | undefined> {
	const {services, ask, print} = session;
	const {name, field} = asked;
	if (field.kind === 'document') {
		const composed = field.compose?.(typed, about);
		const isComposed = composed !== undefined && 'text' in composed;
		return askDocument(session, asked, isComposed ? composed.text : (typed[name] ?? ''));
	}
	const choices = choicesOf(field, about);
	const offers =
		field.kind === 'choice' ? choices.map(({value}) => value) : (field.offers?.(about, typed) ?? []);
	const question = questionOf(field, choices, offers.length);
	const isLong = question.length > longestPrompt;
	for (;;) {
		if (isLong) print(question);
		const answer = await ask({
			prompt: isLong ? `${field.label}: ` : `${question}: `,
			offers,
			...(field.isPath && {complete: text => completePath(services, text)}),
			...(field.kind === 'line' && {initial: typed[name] ?? ''}),
		});
		if (answer === undefined) return undefined;
		const value = field.kind === 'line' ? answer : findChoice(choices, answer);
		const problem =
			value === undefined
				? lineQuestionMessages.noChoice(answer)
				: (unitProblem(field, value) ?? problemIn(field, value));
		if (problem === undefined) return value;
		print(lineMessages.problem(`${renderLine(problem)} ${lineQuestionMessages.wayOut}`));
	}
}

type Choices = ReturnType<typeof choicesOf>;

/** Maximum length of a prompt; a longer question is printed above it. */
const longestPrompt = 50;

/** For example `Delay (e.g. 10m; blank = now)`, `Force (…): no (graceful); or yes (kill process). Enter for no`. */
function questionOf(field: Field<unknown, FormContext>, choices: Choices, offers: number): string {
	const {kind, label, hint, isPath} = field;
	const tab = isPath ? '' : offers > 0 ? lineQuestionMessages.offers(offers) : '';
	if (kind === 'line') return `${label} (${renderLine(hint)}${tab})`;
	const named = choices.map(({value, label}) => (label.startsWith(value) ? label : `${value}: ${label}`));
	return lineQuestionMessages.choices(label, renderLine(hint), named.join('; or '), choices[0]?.value ?? '');
}

function findChoice(choices: Choices, answer: string): string | undefined {
	const wanted = answer.trim().toLowerCase();
	if (wanted === '') return choices[0]?.value;
	const exact = choices.find(({value}) => value.toLowerCase() === wanted);
	const begins = choices.filter(({value, label}) =>
		[value, label].some(word => word.toLowerCase().startsWith(wanted)),
	);
	return exact?.value ?? (begins.length === 1 ? begins[0]?.value : undefined);
}

/** Opens a multiline field in an editor; the saved text is checked until it is valid. */
async function askDocument(
	{services, ask, print}: LineSession,
	{field, problem: initialProblem}: FieldQuestion,
	initial: string,
): Promise<string | undefined> {
	const {label, hint, summary} = field;
	let text = initial;
	let problem = initialProblem;
	for (;;) {
		if (problem !== undefined) print(lineMessages.problem(renderLine(problem)));
		print(
			`${label} (${renderLine(hint)}): ${summary?.(text) ?? lineQuestionMessages.documentLength(text.length)}`,
		);
		const answer = await ask({prompt: lineQuestionMessages.documentPrompt(label)});
		if (answer === undefined) return undefined;
		if (answer.trim() === '') return text;
		problem = undefined;
		if (answer.trim().toLowerCase() !== 'edit') {
			print(lineQuestionMessages.invalidAnswer(answer.trim()));
			continue;
		}
		const edited = await services.frontEnd.edit(text);
		if ('problem' in edited) print(lineMessages.warning(edited.problem));
		else {
			text = edited.text.trimEnd();
			problem = problemIn(field, text);
		}
	}
}

/** A form in progress: the answers so far, and the data read for its review. */
type Draft = {
	form: Form;
	request: FormRequest;
	typed: Typed;
	file: PickedFile | undefined;
	fresh: Reading | undefined;
	failure: Failure | undefined;
	/** What changed while its question was open. */
	changes: FilledForm['changes'];
	/** Resolves when the pending actions of the servers are loaded. */
	pending: Promise<void>;
	/** Prints the title of the form, once. */
	title: () => void;
};

function filledForm(services: Program, {form, request, typed, ...draft}: Draft): FilledForm {
	const {file, fresh, changes} = draft;
	const {store, clock} = services;
	const about = aboutOf({...request, file, fresh}, store.getState(), services, clock.now());
	return {form, about, typed, fresh, changes};
}

/**
Asks for the fields of a form that are not given, one at a time, prints the request, and sends it after the
confirmation that its risk requires. Leaving any question cancels the form.
*/
export async function askForm(
	session: LineSession,
	request: FormRequest,
	presetAnswers: Answers = {},
): Promise<void> {
	const {services, print} = session;
	const form = formFor(services.dialogs, request);
	if (!form) return;
	const stray = Object.keys(presetAnswers).find(name => !Object.hasOwn(form.fields, name));
	if (stray !== undefined) {
		print(lineQuestionMessages.takesNo(form.verb, stray));
		return;
	}
	let isTitled = false;
	const draft: Draft = {
		form,
		request,
		typed: {},
		file: undefined,
		fresh: undefined,
		failure: undefined,
		changes: undefined,
		pending: refreshPending(services, form, request.serverIds),
		title: () => {
			if (!isTitled) print(lineMessages.question(form.title(filledForm(services, draft).about)));
			isTitled = true;
		},
	};
	draft.typed = {
		...initialAnswers(form, filledForm(services, draft).about),
		...request.typed,
		...presetAnswers,
	};
	const isDone =
		(await askFields(session, draft, new Set(Object.keys(presetAnswers)))) && (await review(session, draft));
	if (!isDone) print(form.isLocal ? lineQuestionMessages.nothingDone : lineQuestionMessages.nothingSent);
}

/** Asks for the remaining fields, and again for those with a problem. Resolves to false if a question is left. */
async function askFields(session: LineSession, draft: Draft, asked: Set<string>): Promise<boolean> {
	const {services, print} = session;
	const {fields} = draft.form;
	let problems: ByName<Message> = {};
	for (const [name, field] of Object.entries(fields)) {
		const problem = asked.has(name) ? unitProblem(field, draft.typed[name] ?? '') : undefined;
		if (problem === undefined) continue;
		asked.delete(name);
		print(lineMessages.problemOf(field.label, problem));
	}
	for (;;) {
		for (const [name, field] of Object.entries(fields)) {
			if (asked.has(name) || field.isShown?.(draft.typed) === false) continue;
			asked.add(name);
			draft.title();
			const answer = await askField(
				session,
				{field, name, problem: problems[name]},
				filledForm(services, draft),
			);
			if (answer === undefined) return false;
			const spread = answer === draft.typed[name] ? undefined : field.spread;
			draft.typed = {...draft.typed, ...spread?.(answer, filledForm(services, draft).about), [name]: answer};
		}
		problems = await prepare(services, draft);
		const wrong = fieldIdsOf(draft.form).filter(name => problems[name] !== undefined);
		// The review shows all other problems, and then sends nothing.
		if (wrong.length === 0) return true;
		for (const name of wrong) {
			const field = fields[name];
			asked.delete(name);
			// A document opened in an editor shows its problem itself.
			if (field?.kind !== 'document')
				print(lineMessages.problemOf(field?.label ?? name, renderLine(problems[name] ?? '')));
		}
	}
}

/** Reads the form's file or runs its local action. Returns the problems of the answers. */
async function prepare(services: Program, draft: Draft): Promise<ByName<Message>> {
	const {form, typed} = draft;
	const checked = checkForm(filledForm(services, draft));
	if ('problems' in checked) return checked.problems;
	if ('local' in checked) return runLocally(services, checked.local, typed);
	if (!form.file) return {};
	const read = await readPickedFile(services, form.file, typed);
	if ('problems' in read) return read.problems;
	draft.file = read.file;
	return {};
}

async function runLocally(
	services: Program,
	{run}: Extract<Checked, {local: unknown}>['local'],
	typed: Typed,
): Promise<ByName<Message>> {
	try {
		await run(services);
		return {};
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		return {[Object.keys(typed).at(-1) ?? '']: error.text};
	}
}

/** Prints the request and asks for confirmation, again after a refusal. Resolves to false if a question is left. */
async function review(session: LineSession, draft: Draft): Promise<boolean> {
	const {services, print} = session;
	const {form, request} = draft;
	if (form.isLocal) return true;
	if (request.serverIds.length > 0) draft.fresh = await readServers(services, request.serverIds);
	await draft.pending;
	for (;;) {
		draft.title();
		const filled = filledForm(services, draft);
		const checked = checkForm(filled);
		print(reviewLines(filled, checked, draft.failure));
		const offered = await takeOffer(session, draft);
		if (offered !== 'none') return offered === 'taken';
		if (!('plan' in checked)) return false;
		const plan = await confirm(session, draft, checked.plan, factsIn(filled.about));
		if (plan === 'changed') continue;
		if (!plan) return false;
		if (isHeld(plan.risk)) {
			startUndoWindow(services, form.title(filled.about), async () => {
				const failure = await sendAction(services, plan, request.serverIds);
				if (failure) notifyFailure(services, form.verb, failure);
			});
			return true;
		}
		draft.failure = await sendAction(services, plan, request.serverIds);
		if (!draft.failure) return true;
	}
}

/** Asks whether to take the alternative that a refusal offers, if any. */
async function takeOffer(session: LineSession, draft: Draft): Promise<'none' | 'taken' | 'left'> {
	const {request, failure, typed} = draft;
	const step = nextStepOf({...filledForm(session.services, draft), failure});
	if (!step) return 'none';
	const answer = await session.ask({prompt: lineQuestionMessages.takeOffer(step.label), confirms: true});
	if (answer === undefined) return 'left';
	if (!isYes(answer)) return 'none';
	const next = requestOf(step, {...request, typed}, session.services.dialogs);
	// The same form is already filled in; another form asks for all of its fields.
	await askForm(session, next, next.form === request.form ? next.typed : {});
	return 'taken';
}

/**
Returns the current plan after the confirmation that its risk requires; undefined otherwise. `changed`: not what was `seen`
in the review any more, so that it is asked for again.
*/
async function confirm(
	{services, ask, print}: LineSession,
	draft: Draft,
	plan: Plan,
	seen: ReviewFacts,
): Promise<Plan | 'changed' | undefined> {
	const {verb} = draft.form;
	const word = wordToType(filledForm(services, draft), plan);
	const how =
		word === undefined
			? lineQuestionMessages.typeYes(verb)
			: lineQuestionMessages.typeWord(verb, promptedWord(word));
	const suspended = services.suspensions.count();
	const answer = await ask({
		prompt: lineQuestionMessages.confirmPrompt(how),
		confirms: true,
		...(word !== undefined && {word}),
	});
	if (answer === undefined || answer.trim() === '') return undefined;
	services.suspensions.check();
	if (services.suspensions.count() !== suspended) {
		print(suspensionMessages.notConfirmed);
		return undefined;
	}
	// Players may have joined while the question was open.
	const filled = filledForm(services, draft);
	const checked = checkForm(filled);
	if (!('plan' in checked)) {
		print(reviewLines(filled, checked, undefined));
		return undefined;
	}
	const wanted = wordToType(filled, checked.plan) ?? word;
	if (wanted === undefined ? isYes(answer) : isConfirmed(answer, wanted)) {
		const lines = changesBetween(seen, factsIn(filled.about));
		if (lines.length === 0) return checked.plan;
		draft.changes = {lines, isSeen: true};
		print(lineQuestionMessages.changed);
		return 'changed';
	}
	print(
		wanted === undefined ? lineQuestionMessages.notYes : lineQuestionMessages.notWord(promptedWord(wanted)),
	);
	return undefined;
}

const isYes = (answer: string) => answer.trim().toLowerCase() === 'yes';

function reviewLines(filled: FilledForm, checked: Checked, failure: Failure | undefined): string[] {
	const refusal = failure
		? [lineQuestionMessages.refused(failure.title, failure.key, failure.hint ?? '').trimEnd()]
		: [];
	// The request was printed before the refusal.
	const printed = reviewRows(filled, checked).filter(
		({label}) => !failure || label === reviewMessages.labels.now,
	);
	const rows = printed.flatMap(({label, lines, tone}) => {
		const [first = '', ...rest] = lines.map(renderLine);
		return [`${tone === 'warning' ? 'WARNING ' : ''}${label}: ${first}`, ...rest];
	});
	return [...refusal, ...rows];
}
