import {expressionMessages} from '../../../messages/service-automations.ts';
import {ExpressionError} from './tokens.ts';

/** What names stand for: those of the run, and inside of a selection or projection those of the element. */
export type Names = {
	root: Readonly<Record<string, unknown>>;
	element?: unknown;
	/** How many elements may still be looked at: searches within searches grow without bounds. */
	budget: {left: number};
};

/** A part of a value by its name or number. Only what somebody put there: nothing of JavaScript's own. */
export function memberOf(value: unknown, name: string): unknown {
	if (value === null || value === undefined) throw new ExpressionError(expressionMessages.emptyValue(name));
	if (Array.isArray(value)) {
		const element: unknown = /^\d+$/.test(name) ? value[Number(name)] : undefined;
		if (element === undefined) throw new ExpressionError(expressionMessages.noElement(name));
		return element;
	}
	if (typeof value !== 'object' || !Object.hasOwn(value, name))
		throw new ExpressionError(expressionMessages.unknownName(name));
	// Own members only, checked above.
	return (value as Record<string, unknown>)[name];
}

/** What a method of a value gives: `size()` of lists and texts, and those of the run's values, which take one value. */
export function call(value: unknown, name: string, given: unknown[]): unknown {
	if (name === 'size' && (Array.isArray(value) || typeof value === 'string')) return value.length;
	const method = memberOf(value, name);
	if (typeof method !== 'function') throw new ExpressionError(expressionMessages.notAFunction(name));
	return method(given[0]) as unknown;
}

export function elementsOf(value: unknown, {budget}: Names): unknown[] {
	if (!Array.isArray(value)) throw new ExpressionError(expressionMessages.notAList);
	budget.left -= value.length;
	if (budget.left < 0) throw new ExpressionError(expressionMessages.tooManyElements);
	return value;
}
