import {expressionMessages} from '../../../messages/service-automations.ts';
import {ExpressionError} from './tokens.ts';

/** The values of names: those of the run, and inside a selection or projection those of the element. */
export type Names = {
	root: Readonly<Record<string, unknown>>;
	element?: unknown;
	/** How many more elements may be visited, because nested searches grow without bounds. */
	budget: {left: number};
};

/** This many characters of text count as one element. */
const charactersPerElement = 100;

/** Charges the values that an operator or function reads to the budget. `cost`: additional cost of its own work. */
export function charge({budget}: Pick<Names, 'budget'>, values: readonly unknown[], cost = 0): void {
	budget.left -= cost;
	for (const value of values) {
		budget.left -= 1 + (typeof value === 'string' ? value.length / charactersPerElement : 0);
		if (budget.left < 0) throw new ExpressionError(expressionMessages.tooManyElements);
		if (Array.isArray(value)) charge({budget}, value);
	}
}

/** Returns an own member of a value by name or index, never one of JavaScript's built-in members. */
export function memberOf(value: unknown, name: string): unknown {
	if (value === null || value === undefined) throw new ExpressionError(expressionMessages.emptyValue(name));
	if (Array.isArray(value)) {
		const element: unknown = /^\d+$/.test(name) ? value[Number(name)] : undefined;
		if (element === undefined) throw new ExpressionError(expressionMessages.noElement(name));
		return element;
	}
	if (typeof value !== 'object' || !Object.hasOwn(value, name))
		throw new ExpressionError(expressionMessages.unknownName(name));
	// Checked above: an own member.
	return (value as Record<string, unknown>)[name];
}

/** Calls a method of a value: `size()` of lists and texts, or a one-argument method of the run's values. */
export function call(value: unknown, name: string, args: unknown[]): unknown {
	if (name === 'size' && (Array.isArray(value) || typeof value === 'string')) return value.length;
	const method = memberOf(value, name);
	if (typeof method !== 'function') throw new ExpressionError(expressionMessages.notAFunction(name));
	return method(args[0]) as unknown;
}

export function elementsOf(value: unknown, {budget}: Names): unknown[] {
	if (!Array.isArray(value)) throw new ExpressionError(expressionMessages.notAList);
	budget.left -= value.length;
	if (budget.left < 0) throw new ExpressionError(expressionMessages.tooManyElements);
	return value;
}
