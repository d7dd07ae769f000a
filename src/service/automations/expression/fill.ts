import {expressionMessages} from '../../../messages/service-automations.ts';
import {textOf} from './operators.ts';
import {parse} from './parse.ts';
import {ExpressionError} from './tokens.ts';

const maxElements = 100_000;

/** Returns the template with each `{expression}` replaced by its value as text. Throws an error with the service's key. */
export function fill(template: string, root: Readonly<Record<string, unknown>>): string {
	return template.replaceAll(/\{([^{}]*)\}/g, (_whole, expression: string) => {
		try {
			return textOf(parse(expression)({root, budget: {left: maxElements}}));
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			throw new Error(expressionMessages.failed(expression, error.message), {cause: error});
		}
	});
}
