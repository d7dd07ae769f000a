import {change, goOn, openOf, press} from '../core/actions/dialogs.ts';
import {waitUntil} from '../core/actions/wait-until.ts';
import {checkForm, wordToType, type OpenForm} from '../core/forms/dialog.ts';
import {isConfirmed} from '../actions/risk.ts';
import {nextStepOf} from '../core/forms/next-step.ts';
import {reviewOf} from '../core/forms/review.ts';
import type {Services} from '../core/services.ts';
import {fieldOf} from '../core/text-field.ts';
import {choose} from './choice-question.ts';
import type {LineSession} from './session.ts';
import {askField} from './field-questions.ts';
import {renderLine} from './front-end.ts';

/** What was said with the command: the item of a menu, and what stands in fields, which are then not asked. */
export type Given = {choice?: string; fields?: Readonly<Record<string, string>>};

/**
Asks what the open dialog asks, one question after another, tells what would be sent, and presses its verb when that is
confirmed as the deck wants it confirmed. Left at any question, nothing is sent.
*/
export async function askAction(session: LineSession, {choice, fields = {}}: Given = {}): Promise<void> {
	const {services, print} = session;
	const {store} = services;
	if (store.getState().dialog?.kind === 'menu' && !(await choose(session, choice))) {
		store.dispatch({type: 'dialog/closed'});
		print('Nothing was chosen.');
		return;
	}
	// A dialog knows its servers. Where it waits for the service, lines go to those that are marked, and not to these.
	store.dispatch({type: 'view/changed', change: {marks: session.marks}});
	const asked = new Set(Object.keys(fields));
	let titled: number | undefined;
	if (!fill(session, fields)) return;
	for (let open = openOf(services); open; open = openOf(services)) {
		const {step, openedAt} = open.dialog;
		if (step === 'sending') {
			await waitUntil(services, () => openOf(services)?.dialog.step !== 'sending');
			continue;
		}
		const {form, about} = open;
		const title = () => {
			if (titled !== openedAt) print(`QUESTION ${form.title(about)}`);
			titled = openedAt;
		};
		const goesOn =
			step === 'edit' ? await fillIn(session, open, {asked, title}) : await confirm(session, title);
		if (!goesOn) {
			store.dispatch({type: 'dialog/closed'});
			print(form.isLocal ? 'Nothing was done.' : 'Nothing was sent.');
			return;
		}
		// A refusal may have offered another dialog: that one asks all of its own.
		if (openOf(services)?.dialog.openedAt !== openedAt) asked.clear();
	}
}

/** Puts in what was said with the command; false where the dialog has no such field, and then it is closed. */
function fill({services, print}: LineSession, given: NonNullable<Given['fields']>): boolean {
	const open = openOf(services);
	if (!open) return true;
	const stray = Object.keys(given).find(name => !Object.hasOwn(open.form.fields, name));
	if (stray !== undefined) {
		services.store.dispatch({type: 'dialog/closed'});
		print(
			`PROBLEM ${open.form.verb} takes no ${stray === 'atOnce' ? 'number at once' : stray}. Nothing was sent.`,
		);
		return false;
	}
	const typed = Object.entries(given).map(([name, text]) => [name, fieldOf(text)]);
	if (typed.length > 0) change(services, {typed: {...open.dialog.typed, ...Object.fromEntries(typed)}});
	return true;
}

/** Asks the fields that were not asked yet, and those with a problem again. */
async function fillIn(
	session: LineSession,
	{form}: OpenForm,
	{asked, title}: {asked: Set<string>; title: () => void},
): Promise<boolean> {
	const {services} = session;
	const problems = Object.entries(openOf(services)?.dialog.problems ?? {});
	for (const [name, problem] of problems) {
		const field = form.fields[name];
		// What is written in an editor says so itself.
		if (field?.kind !== 'document') session.print(`PROBLEM ${field?.label ?? name}: ${renderLine(problem)}`);
		asked.delete(name);
	}
	for (const name of Object.keys(form.fields)) {
		if (asked.has(name)) continue;
		asked.add(name);
		title();
		if (!(await askField(session, name))) return false;
	}
	await goOn(services);
	return true;
}

/** Tells what would be sent and asks for it; false where it is left. */
async function confirm(session: LineSession, title: () => void): Promise<boolean> {
	const {services, print, ask} = session;
	await waitUntil(services, () => openOf(services)?.dialog.fresh !== undefined || isAboutNothing(services));
	const open = openOf(services);
	if (!open) {
		print('Nothing was sent.');
		return true;
	}
	title();
	print(reviewLines(open));
	const {dialog, form} = open;
	const offer = nextStepOf(dialog);
	if (offer) {
		const answer = await ask({prompt: `${offer.label}? Type yes; Enter does not: `, confirms: true});
		if (answer === undefined) return false;
		if (isYes(answer)) {
			change(services, {button: 'offer'});
			await press(services);
			return true;
		}
	}
	const checked = checkForm(open);
	if (!('plan' in checked)) return false;
	const word = wordToType(open, checked.plan);
	const how = word === undefined ? `${form.verb}? Type yes` : `${form.verb}? Type ${word}`;
	const answer = await ask({prompt: `${how}; Enter does nothing: `, confirms: true});
	if (answer === undefined || answer.trim() === '') return false;
	if (word === undefined ? !isYes(answer) : !isConfirmed(answer, word)) {
		print(word === undefined ? 'That is not yes.' : `That is not ${word}.`);
		return false;
	}
	change(services, {confirm: fieldOf(answer.trim()), button: 'verb'});
	await press(services);
	return true;
}

const isYes = (answer: string) => answer.trim().toLowerCase() === 'yes';
const isAboutNothing = (services: Services) => (openOf(services)?.dialog.serverIds.length ?? 0) === 0;

function reviewLines(open: OpenForm): string[] {
	const {failure} = open.dialog;
	const refusal = failure
		? [
				`REFUSED ${failure.title}${failure.key === undefined ? '' : ` [${failure.key}]`} ${failure.hint ?? ''}`.trimEnd(),
			]
		: [];
	// What would be sent was told before it was refused.
	const told = reviewOf(open).rows.filter(({label}) => !failure || label === 'Right now');
	const rows = told.flatMap(({label, lines, tone}) => {
		const [first = '', ...rest] = lines.map(renderLine);
		return [`${tone === 'warning' ? 'WARNING ' : ''}${label}: ${first}`, ...rest];
	});
	return [...refusal, ...rows];
}
