import {completeField} from '../core/actions/complete-field.ts';
import {change, openOf} from '../core/actions/dialogs.ts';
import {editDocument} from '../core/actions/edit-document.ts';
import {choicesOf, typedIn} from '../core/forms/dialog.ts';
import {FieldProblem, type Field} from '../actions/field.ts';
import type {About} from '../core/forms/form.ts';
import type {Services} from '../core/services.ts';
import {fieldOf} from '../core/text-field.ts';
import type {Question, LineSession} from './session.ts';
import {renderLine} from './front-end.ts';

/** Asks one field of the open dialog until its answer can be meant; false where it is left. */
export async function askField(session: LineSession, name: string): Promise<boolean> {
	const {services, ask, print} = session;
	for (;;) {
		const open = openOf(services);
		const field = open?.form.fields[name];
		if (!open || !field) return false;
		if (field.kind === 'document') return askDocument(session, name, field);
		const typed = typedIn(open.dialog);
		const choices = choicesOf(field, open.about);
		const offers =
			field.kind === 'choice' ? choices.map(({value}) => value) : (field.offers?.(open.about, typed) ?? []);
		const question = questionOf(field, choices, offers.length);
		const isLong = question.length > longestPrompt;
		if (isLong) print(question);
		const answer = await ask({
			prompt: isLong ? `${field.label}: ` : `${question}: `,
			offers,
			...completionOf(services, name, field),
			...(field.kind === 'line' && {initial: typed[name] ?? ''}),
		});
		if (answer === undefined) return false;
		const given = field.kind === 'line' ? answer : chosen(choices, answer);
		const problem = given === undefined ? noChoice(answer) : problemOf(field, given);
		if (problem !== undefined || given === undefined) {
			print(`PROBLEM ${problem ?? ''}`);
			continue;
		}
		put(services, name, given);
		return true;
	}
}

function put(services: Services, name: string, text: string): void {
	change(services, {typed: {...openOf(services)?.dialog.typed, [name]: fieldOf(text)}});
}

type Choices = ReturnType<typeof choicesOf>;

/** A longer question is said above the line in which it is answered. */
const longestPrompt = 50;

/** `Delay (minutes; empty means now)`, `Force (…): no, gracefully; or yes, kill it. Enter for no`. */
function questionOf(field: Field<unknown, About>, choices: Choices, offers: number): string {
	const {kind, label, hint, isPath} = field;
	const tab = isPath ? '' : offers > 0 ? `; Tab fills in one of ${offers}` : '';
	if (kind === 'line') return `${label} (${renderLine(hint)}${tab})`;
	const named = choices.map(({value, label}) => (label.startsWith(value) ? label : `${value}: ${label}`));
	return `${label} (${renderLine(hint)}): ${named.join('; or ')}. Enter for ${choices[0]?.value ?? ''}`;
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

function problemOf(field: Field<unknown, About>, text: string): string | undefined {
	try {
		field.read(text);
		return undefined;
	} catch (error) {
		if (error instanceof FieldProblem) return renderLine(error.text);
		throw error;
	}
}

/** What Tab makes of a path, and the like, as the deck does it. */
function completionOf(services: Services, name: string, {isPath}: Field<unknown, About>): Partial<Question> {
	if (!isPath) return {};
	return {
		complete: async text => {
			put(services, name, text);
			change(services, {field: name});
			const dialog = openOf(services)?.dialog;
			if (dialog) await completeField(services, dialog);
			return openOf(services)?.dialog.typed[name]?.text ?? text;
		},
	};
}

/** Several lines are written in an editor; what is saved is read again until it can be meant. */
async function askDocument(
	{services, ask, print}: LineSession,
	name: string,
	{label, hint, summary}: Field<unknown, About>,
): Promise<boolean> {
	for (;;) {
		const dialog = openOf(services)?.dialog;
		if (!dialog) return false;
		const text = dialog.typed[name]?.text ?? '';
		const problem = dialog.problems[name];
		if (problem !== undefined) print(`PROBLEM ${renderLine(problem)}`);
		print(`${label} (${renderLine(hint)}): ${summary?.(text) ?? `${text.length} characters`}`);
		const answer = await ask({prompt: `${label}: type edit for your editor; Enter goes on: `});
		if (answer === undefined) return false;
		if (answer.trim() === '') return true;
		change(services, {field: name});
		if (answer.trim().toLowerCase() === 'edit') await editDocument(services);
		else print(`PROBLEM "${answer.trim()}" is neither edit nor nothing.`);
	}
}

/** Who types a line for the deck has not seen that something is being asked. */
const noChoice = (answer: string): string =>
	`"${answer}" is none of the choices.${answer.startsWith(':') ? ' Ctrl-C goes back to where lines with a colon work.' : ''}`;
