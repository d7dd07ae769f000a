import type {Typed} from '../actions/action.ts';
import type {PickedFile} from '../actions/context.ts';
import {FieldProblem} from '../actions/field.ts';
import type {Plan} from '../actions/plan.ts';
import {isConfirmed, promptedWord} from '../actions/confirm-word.ts';
import {isHeld} from '../actions/risk.ts';
import {startUndoWindow} from '../app/dialogs/undo-window.ts';
import {readPickedFile, readServers} from '../app/dialogs/prepare-action.ts';
import {notifyFailure, sendAction} from '../app/dialogs/send-action.ts';
import type {Failure} from '../app/kernel/failure.ts';
import {aboutOf, checkForm, initialAnswers, wordToType, type FilledForm} from '../app/dialogs/dialog.ts';
import {fieldIdsOf, formFor, type Checked, type Form} from '../app/kernel/form.ts';
import type {Answers, FormRequest} from '../app/kernel/dialog-id.ts';
import {nextStepOf, requestOf} from '../app/dialogs/next-step.ts';
import {reviewRows} from '../app/dialogs/review.ts';
import type {Program} from '../app/kernel/program.ts';
import {changesBetween, factsIn} from '../app/dialogs/review-facts.ts';
import type {Reading, ReviewFacts} from '../app/kernel/dialog-state.ts';
import type {Message} from '../messages/text.ts';
import {askField} from './field-questions.ts';
import {renderLine} from './segments.ts';
import type {LineSession} from './session.ts';
import {lineQuestionMessages} from '../messages/line-mode-questions.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {reviewMessages} from '../messages/dialogs.ts';

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
	let problems: Readonly<Record<string, Message>> = {};
	for (;;) {
		for (const [name, field] of Object.entries(fields)) {
			if (asked.has(name)) continue;
			asked.add(name);
			draft.title();
			const answer = await askField(
				session,
				{field, name, problem: problems[name]},
				filledForm(services, draft),
			);
			if (answer === undefined) return false;
			draft.typed = {...draft.typed, [name]: answer};
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
async function prepare(services: Program, draft: Draft): Promise<Readonly<Record<string, Message>>> {
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
): Promise<Readonly<Record<string, Message>>> {
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
	const step = nextStepOf({form: request.form, failure});
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
	const answer = await ask({prompt: lineQuestionMessages.confirmPrompt(how), confirms: true});
	if (answer === undefined || answer.trim() === '') return undefined;
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
