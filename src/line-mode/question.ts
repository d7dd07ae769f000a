import {isConfirmed} from '../actions/confirm-word.ts';
import type {Field} from '../actions/field.ts';
import {actions} from '../actions/index.ts';
import {nameOf} from '../actions/names.ts';
import type {CommandId} from '../messages/key-words.ts';
import {quietMs} from '../app/kernel/keys/typing-guard.ts';
import {printableLine} from '../lib/text/text.ts';
import {emptyField, fieldOf, insert, type TextField} from '../app/kernel/text/text-field.ts';
import type {PromptLine} from './prompt-line.ts';
import type {LineSession, OpenQuestion, Question} from './session.ts';
import {editLine} from './keyboard.ts';
import {lineQuestionMessages} from '../messages/line-mode.ts';

export const openQuestion = (
	question: Question,
	askedAt: number,
	settle: OpenQuestion['settle'],
): OpenQuestion => ({
	question,
	field: fieldOf(question.initial ?? ''),
	keyAt: askedAt,
	isQuiet: false,
	settle,
});

const leaving: ReadonlySet<CommandId> = new Set(['app.interrupt', 'input.leave', 'input.end']);

/** Handles keys in the answer to a question. */
export function createQuestionKeys(promptLine: PromptLine, now: () => number) {
	const answer = (text: string | undefined) => {
		const open = promptLine.question;
		if (!open) return;
		promptLine.question = undefined;
		promptLine.ended = open.question;
		promptLine.leaveLine();
		promptLine.hidePrompt();
		open.settle(text);
		// By then, a following question shows its own prompt.
		setImmediate(() => {
			if (!promptLine.question) promptLine.fresh();
		});
	};
	const complete = (open: OpenQuestion, by: 1 | -1) => {
		const {complete} = open.question;
		if (!complete) promptLine.set(nextOffer(open, by));
		else
			void complete(open.field.text).then(text => {
				// Keep the text typed meanwhile.
				if (promptLine.question?.field === open.field) promptLine.set(fieldOf(text));
			});
	};
	return {
		press: (meaning: CommandId | undefined, chord: string, arrival: 'alone' | 'text') => {
			const open = promptLine.question && afterKey(promptLine.question, now());
			if (!open) return;
			promptLine.question = open;
			const next = editLine(open.field, chord, meaning);
			if (next) promptLine.set(next);
			else if (meaning === 'input.send') {
				if (!isTooSoon(open, arrival, now())) answer(open.field.text);
				else {
					promptLine.question = {...open, refused: {text: open.field.text, at: now()}};
					promptLine.set(emptyField);
					promptLine.print([lineQuestionMessages.tooSoon]);
				}
			} else if (meaning === 'input.complete') complete(open, 1);
			else if (meaning === 'input.completeBack') complete(open, -1);
			else if (meaning && leaving.has(meaning)) answer(undefined);
		},
		/** Inserts a paste into an answer as one line; a confirmation ignores it. */
		paste: (text: string) => {
			const open = promptLine.question;
			if (!open || open.question.confirms) return;
			const line = text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ');
			promptLine.set(insert(open.field, printableLine(line)));
		},
	};
}

/** Returns the question after a key, which may be the first after a pause. */
const afterKey = (open: OpenQuestion, now: number): OpenQuestion => ({
	...open,
	keyAt: now,
	isQuiet: open.isQuiet || now - open.keyAt >= quietMs,
});

/**
Returns whether the answer arrived too soon, or in one read with text, to be a deliberate confirmation. A paste
does not repeat the same text after a pause.
*/
function isTooSoon(open: OpenQuestion, arrival: 'alone' | 'text', now: number): boolean {
	const {question, field, isQuiet, refused} = open;
	if (!question.confirms) return false;
	const isAgain = refused?.text === field.text && now - refused.at >= quietMs;
	return !isQuiet || (arrival === 'text' && !isAgain);
}

/** How long after a task the next line may still be for a question that it did not ask, ms. */
export const strayMs = 5000;

/**
Reports a line that is the answer to a question that is not open, instead of sending it to a game: to one that may follow, to
the last one if it is the first line after it, or to one that never came. Returns whether it is.
*/
export function refuseStrayAnswer(session: LineSession, promptLine: PromptLine, line: string): boolean {
	const {ended, asking, strayUntil} = promptLine;
	promptLine.ended = undefined;
	promptLine.strayUntil = -Infinity;
	const refusal =
		asking > 0 && mayAnswer(session, line)
			? lineQuestionMessages.earlyAnswer(line)
			: ended && isAnswerTo(ended, line)
				? lineQuestionMessages.lateAnswer(line)
				: session.services.clock.now() < strayUntil && isYesOrNo(line)
					? lineQuestionMessages.strayAnswer(line)
					: undefined;
	if (refusal !== undefined) session.print(refusal);
	return refusal !== undefined;
}

export const isYesOrNo = (line: string) => /^(y|yes|n|no)$/i.test(line);

const isAnswerTo = ({word, offers = []}: Question, line: string): boolean =>
	isYesOrNo(line) ||
	offers.some(offer => offer.toLowerCase() === line.toLowerCase()) ||
	(word !== undefined && isConfirmed(line, word));

/** Returns whether a line may answer some question: with yes or no, a number or duration, a choice, or what confirms an action. */
function mayAnswer({services}: LineSession, line: string): boolean {
	if (isYesOrNo(line) || /^\d+(ms|[smhd])?$/i.test(line)) return true;
	const {servers} = services.store.getState().fleet;
	if (servers.values().some(server => isConfirmed(line, {name: nameOf(server), id: server.id}))) return true;
	const fields = actions.flatMap(({fields}): Field<unknown>[] => Object.values(fields));
	return fields.some(
		({choices}) => Array.isArray(choices) && choices.some(({value}) => value === line.toLowerCase()),
	);
}

/** Returns the next suggestion for Tab. */
function nextOffer({question, field}: OpenQuestion, by: 1 | -1): TextField {
	const offers = question.offers ?? [];
	const at = offers.indexOf(field.text);
	const next = at === -1 ? (by === 1 ? 0 : offers.length - 1) : (at + by + offers.length) % offers.length;
	return offers.length === 0 ? field : fieldOf(offers[next] ?? '');
}
