import {problemIn, type Field} from '../actions/field.ts';
import {completePath} from '../app/dialogs/complete-field.ts';
import {choicesOf, type FilledForm} from '../app/dialogs/dialog.ts';
import type {FormContext} from '../app/kernel/form.ts';
import type {Message} from '../messages/text.ts';
import {renderLine} from './segments.ts';
import type {LineSession} from './session.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {lineQuestionMessages} from '../messages/line-mode-questions.ts';

/** A field in a question; `problem`: the problem with its current value. */
type FieldQuestion = {name: string; field: Field<unknown, FormContext>; problem: Message | undefined};

/** Asks for a field until its answer is valid; undefined if the question is left. */
export async function askField(
	session: LineSession,
	asked: FieldQuestion,
	{about, typed}: FilledForm,
): Promise<string | undefined> {
	const {services, ask, print} = session;
	const {name, field} = asked;
	if (field.kind === 'document') return askDocument(session, asked, typed[name] ?? '');
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
		const problem = value === undefined ? noChoice(answer) : problemIn(field, value);
		if (problem === undefined) return value;
		print(lineMessages.problem(renderLine(problem)));
	}
}

type Choices = ReturnType<typeof choicesOf>;

/** Maximum length of a prompt; a longer question is printed above it. */
const longestPrompt = 50;

/** For example `Delay (minutes; empty means now)`, `Force (…): no, gracefully; or yes, kill it. Enter for no`. */
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

/** Explains an invalid choice; a user who types a line mode command may have missed the question. */
const noChoice = (answer: string): string => lineQuestionMessages.noChoice(answer, answer.startsWith(':'));
