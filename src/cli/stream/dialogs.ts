import {change, goOn, openOf, press} from '../../core/actions/dialogs.ts';
import {checkForm, choicesOf, typedIn, wordToType, type OpenForm} from '../../core/forms/dialog.ts';
import {FieldProblem, type Field} from '../../core/forms/form.ts';
import {nextStepOf} from '../../core/forms/next-step.ts';
import {reviewOf} from '../../core/forms/review.ts';
import type {Services} from '../../core/services.ts';
import {fieldOf} from '../../core/text-field.ts';
import type {StreamDesk} from './desk.ts';
import {inWords} from './words.ts';

/**
Asks what the open dialog asks, one question after another, tells what would be sent, and presses its verb when that is
confirmed as the deck wants it confirmed. Left at any question, nothing is sent. `given` fields are not asked.
*/
export async function converse(desk: StreamDesk, given: readonly string[] = []): Promise<void> {
	const {services, say} = desk;
	const asked = new Set(given);
	let titled: number | undefined;
	for (let open = openOf(services); open; open = openOf(services)) {
		const {step, openedAt} = open.dialog;
		if (step === 'sending') {
			await until(services, () => openOf(services)?.dialog.step !== 'sending');
			continue;
		}
		if (titled !== openedAt) say(`QUESTION ${open.form.title(open.about)}`);
		titled = openedAt;
		const goesOn = step === 'edit' ? await fillIn(desk, open, asked) : await confirm(desk);
		if (!goesOn) {
			services.store.dispatch({type: 'dialog/closed'});
			say('Nothing was sent.');
			return;
		}
		// A refusal may have offered another dialog: that one asks all of its own.
		if (openOf(services)?.dialog.openedAt !== openedAt) asked.clear();
	}
}

/** Asks the fields that were not asked yet, and those with a problem again. */
async function fillIn(desk: StreamDesk, {form}: OpenForm, asked: Set<string>): Promise<boolean> {
	const {services} = desk;
	for (const name of Object.keys(form.fields)) {
		if (asked.has(name)) continue;
		asked.add(name);
		if (!(await askField(desk, name))) return false;
	}
	goOn(services);
	const problems = Object.entries(openOf(services)?.dialog.problems ?? {});
	for (const [name, problem] of problems) {
		desk.say(`PROBLEM ${form.fields[name]?.label ?? name}: ${inWords(problem)}`);
		if (!(await askField(desk, name))) return false;
	}
	return true;
}

async function askField({services, ask, say}: StreamDesk, name: string): Promise<boolean> {
	for (;;) {
		const open = openOf(services);
		const field = open?.form.fields[name];
		if (!open || !field) return false;
		const typed = typedIn(open.dialog);
		const choices = choicesOf(field, open.about);
		const offers =
			field.kind === 'choice' ? choices.map(({value}) => value) : (field.offers?.(open.about, typed) ?? []);
		const question = questionOf(field, choices, offers.length);
		const isLong = question.length > longestPrompt;
		if (isLong) say(question);
		const answer = await ask({
			prompt: isLong ? `${field.label}: ` : `${question}: `,
			offers,
			...(field.kind === 'line' && {initial: typed[name] ?? ''}),
		});
		if (answer === undefined) return false;
		const given = field.kind === 'line' ? answer : chosen(choices, answer);
		const problem = given === undefined ? `"${answer}" is none of the choices.` : problemOf(field, given);
		if (problem !== undefined || given === undefined) {
			say(`PROBLEM ${problem ?? ''}`);
			continue;
		}
		change(services, {typed: {...openOf(services)?.dialog.typed, [name]: fieldOf(given)}});
		return true;
	}
}

type Choices = ReturnType<typeof choicesOf>;

/** A longer question is said above the line in which it is answered. */
const longestPrompt = 50;

/** `Delay (minutes; empty means now)`, `Force (…): no, gracefully; or yes, kill it. Enter for no`. */
function questionOf({kind, label, hint}: Field<unknown>, choices: Choices, offers: number): string {
	if (kind === 'line') return `${label} (${hint}${offers > 0 ? `; Tab fills in one of ${offers}` : ''})`;
	const named = choices.map(({value, label}) => (label.startsWith(value) ? label : `${value}: ${label}`));
	return `${label} (${hint}): ${named.join('; or ')}. Enter for ${choices[0]?.value ?? ''}`;
}

function chosen(choices: Choices, answer: string): string | undefined {
	const wanted = answer.trim().toLowerCase();
	if (wanted === '') return choices[0]?.value;
	const exact = choices.find(({value}) => value.toLowerCase() === wanted);
	const begins = choices.filter(({value, label}) =>
		[value, label].some(word => word.toLowerCase().startsWith(wanted)),
	);
	return exact?.value ?? (begins.length === 1 ? begins[0]?.value : undefined);
}

function problemOf(field: Field<unknown>, text: string): string | undefined {
	try {
		field.read(text);
		return undefined;
	} catch (error) {
		if (error instanceof FieldProblem) return inWords(error.message);
		throw error;
	}
}

/** Tells what would be sent and asks for it; false where it is left. */
async function confirm(desk: StreamDesk): Promise<boolean> {
	const {services, say, ask} = desk;
	await until(services, () => openOf(services)?.dialog.fresh !== undefined || isAboutNothing(services));
	const open = openOf(services);
	if (!open) return true;
	say(...reviewLines(open));
	const {dialog, form} = open;
	const offer = nextStepOf(dialog);
	if (offer) {
		const answer = await ask({prompt: `${offer.label}? Type yes; Enter goes on: `, confirms: true});
		if (answer === undefined) return false;
		if (isYes(answer)) {
			change(services, {button: 'offer'});
			await press(services);
			return true;
		}
	}
	const checked = checkForm(open);
	if ('problems' in checked) return false;
	const word = wordToType(open, checked.plan);
	const how = word === undefined ? `${form.verb}? Type yes` : `${form.verb}? Type ${word}`;
	const answer = await ask({prompt: `${how}; Enter does nothing: `, confirms: true});
	if (answer === undefined || answer.trim() === '') return false;
	if (word === undefined ? !isYes(answer) : answer.trim() !== word) {
		say(word === undefined ? 'That is not yes.' : `That is not ${word}.`);
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
	const rows = reviewOf(open).rows.flatMap(({label, lines, tone}) => {
		const [first = '', ...rest] = lines.map(line => inWords(line).replaceAll(/ {2,}/g, ', '));
		return [`${tone === 'warning' ? 'WARNING ' : ''}${label}: ${first}`, ...rest];
	});
	return [...rows, ...refusal];
}

/** Resolves when it is so, looking whenever the state changes. */
function until({store}: Services, isSo: () => boolean): Promise<void> {
	return new Promise(resolve => {
		if (isSo()) {
			resolve();
			return;
		}
		const unsubscribe = store.subscribe(() => {
			if (!isSo()) return;
			unsubscribe();
			resolve();
		});
	});
}
