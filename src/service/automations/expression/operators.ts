import {expressionMessages} from '../../../messages/service-automations.ts';
import {ExpressionError} from './tokens.ts';

/** Maximum length of a text that an expression produces, in characters. */
export const maxTextLength = 1_000_000;

/** Joins texts. Throws `ExpressionError` if the result would be too long. */
export function joinTexts(texts: readonly string[], between = ''): string {
	let length = 0;
	for (const text of texts) {
		length += text.length + between.length;
		if (length > maxTextLength) throw new ExpressionError(expressionMessages.longText(maxTextLength));
	}
	return texts.join(between);
}

/** Returns a value as templates show it; null becomes empty text. */
export function textOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (Array.isArray(value)) return joinTexts(value.map(textOf), ',');
	if (typeof value === 'object' || typeof value === 'function')
		throw new ExpressionError(expressionMessages.groupAsText);
	return String(value);
}

/** Returns true unless the value is null, false, 0, empty text or an empty list. */
export function isTrue(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

export function numberOf(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new ExpressionError(expressionMessages.notANumber(textOf(value).slice(0, 100)));
}

function compare(left: unknown, right: unknown): number {
	if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
	return numberOf(left) - numberOf(right);
}

const areSame = (left: unknown, right: unknown) => (left ?? null) === (right ?? null);

type Operator = (left: unknown, right: unknown) => unknown;

/** Binary operators by precedence; the last ones bind tightest. */
export const operators: readonly ReadonlyMap<string, Operator>[] = [
	new Map<string, Operator>([
		['==', areSame],
		['!=', (left, right) => !areSame(left, right)],
		['<', (left, right) => compare(left, right) < 0],
		['>', (left, right) => compare(left, right) > 0],
		['<=', (left, right) => compare(left, right) <= 0],
		['>=', (left, right) => compare(left, right) >= 0],
	]),
	new Map<string, Operator>([
		['+', plus],
		['-', (left, right) => numberOf(left) - numberOf(right)],
	]),
	new Map<string, Operator>([
		['*', (left, right) => numberOf(left) * numberOf(right)],
		['/', (left, right) => numberOf(left) / divisor(right)],
		['%', (left, right) => numberOf(left) % divisor(right)],
	]),
];

function plus(left: unknown, right: unknown): unknown {
	if (typeof left === 'number' && typeof right === 'number') return left + right;
	return joinTexts([textOf(left), textOf(right)]);
}

function divisor(value: unknown): number {
	const number = numberOf(value);
	if (number === 0) throw new ExpressionError(expressionMessages.dividedByZero);
	return number;
}
