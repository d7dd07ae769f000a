import {expressionMessages} from '../../../messages/service-automations.ts';

export type Token = {kind: 'number' | 'text' | 'name' | 'sign'; text: string};

export class ExpressionError extends Error {
	override name = 'ExpressionError';
}

const shapes = [
	['number', /\d+(?:\.\d+)?/y],
	['text', /'(?:[^']|'')*'|"(?:[^"]|"")*"/y],
	['name', /#?[a-z_]\w*/iy],
	['sign', /\?\.|\.\?\[|\.!\[|\?:|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]]/y],
] as const;

/** Splits an expression into tokens. Throws `ExpressionError`. */
export function tokensOf(source: string): Token[] {
	const tokens: Token[] = [];
	for (let at = 0; at < source.length;) {
		if (/\s/.test(source.charAt(at))) {
			at++;
			continue;
		}
		const token = tokenAt(source, at);
		if (!token) throw new ExpressionError(expressionMessages.unknownCharacter(source.charAt(at)));
		at += token.text.length;
		tokens.push(token);
	}
	return tokens;
}

function tokenAt(source: string, at: number): Token | undefined {
	for (const [kind, shape] of shapes) {
		shape.lastIndex = at;
		const text = shape.exec(source)?.[0];
		if (text !== undefined) return {kind, text};
	}
	return undefined;
}
