import {expressionMessages} from '../../../messages/service-automations.ts';
import {maxTextLength, textOf} from './operators.ts';
import {parse} from './parse.ts';
import {ExpressionError} from './tokens.ts';

const maxElements = 100_000;

/** Returns the template with each `{expression}` replaced by its value as text. Throws an error with the service's key. */
export function fill(template: string, root: Readonly<Record<string, unknown>>): string {
	const budget = {left: maxElements};
	let length = 0;
	return template.replaceAll(/\{([^{}]*)\}/g, (_whole, expression: string) => {
		try {
			const text = textOf(parse(expression)({root, budget}));
			length += text.length;
			if (length > maxTextLength) throw new ExpressionError(expressionMessages.longText(maxTextLength));
			return text;
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			throw new Error(expressionMessages.failed(expression, error.message), {cause: error});
		}
	});
}
