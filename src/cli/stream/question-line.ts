import {typeAheadMs} from '../../core/forms/dialog.ts';
import {emptyField, fieldOf, insert, type TextField} from '../../core/text-field.ts';
import type {Board} from './board.ts';
import type {Question, OpenQuestion} from './desk.ts';
import {edited} from './keys.ts';

export const openQuestion = (
	question: Question,
	askedAt: number,
	settle: OpenQuestion['settle'],
): OpenQuestion => ({question, field: fieldOf(question.initial ?? ''), askedAt, settle});

/** What keys do in the answer to a question. */
export function createQuestionKeys(board: Board, now: () => number) {
	const answer = (text: string | undefined) => {
		const open = board.question;
		if (!open) return;
		board.question = undefined;
		board.leaveLine();
		board.hush();
		open.settle(text);
		// What is asked next has shown its own prompt by then.
		setImmediate(() => {
			if (!board.question) board.fresh();
		});
	};
	const complete = (open: OpenQuestion, by: 1 | -1) => {
		const {complete} = open.question;
		if (!complete) board.set(nextOffer(open, by));
		else
			void complete(open.field.text).then(text => {
				// What was typed meanwhile is not overwritten.
				if (board.question?.field === open.field) board.set(fieldOf(text));
			});
	};
	return {
		press: (meaning: string | undefined, chord: string, company: 'alone' | 'text') => {
			const open = board.question;
			if (!open) return;
			const next = edited(open.field, chord, meaning);
			if (next) board.set(next);
			else if (meaning === 'input.send') {
				if (!isTooSoon(open, company, now())) answer(open.field.text);
				else {
					board.question = {...open, refused: {text: open.field.text, at: now()}};
					board.set(emptyField);
					board.say([
						'That came too soon or all at once, and is no answer. Type it once more, then press Enter.',
					]);
				}
			} else if (meaning === 'input.complete') complete(open, 1);
			else if (meaning === 'input.completeBack') complete(open, -1);
			else if (['app.interrupt', 'input.leave', 'input.end'].includes(meaning ?? '')) answer(undefined);
		},
		/** Typed into an answer in one line; a confirmation takes none. */
		paste: (text: string) => {
			const open = board.question;
			if (!open || open.question.confirms) return;
			board.set(insert(open.field, text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')));
		},
	};
}

/** What arrived so soon, or in one read with text, was not meant as a yes; no paste says the same twice, with a pause between. */
function isTooSoon(open: OpenQuestion, company: 'alone' | 'text', now: number): boolean {
	const {question, field, askedAt, refused} = open;
	if (!question.confirms) return false;
	const isAgain = refused?.text === field.text && now - refused.at >= typeAheadMs;
	return now - askedAt < typeAheadMs || (company === 'text' && !isAgain);
}

/** Tab fills in the next of what is offered. */
function nextOffer({question, field}: OpenQuestion, by: 1 | -1): TextField {
	const offers = question.offers ?? [];
	const at = offers.indexOf(field.text);
	const next = at === -1 ? (by === 1 ? 0 : offers.length - 1) : (at + by + offers.length) % offers.length;
	return offers.length === 0 ? field : fieldOf(offers[next] ?? '');
}
