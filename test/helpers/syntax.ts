/** A node of a syntax tree from `parseAst`. */
export type Syntax = {type: string; start: number; end: number; [part: string]: unknown};

const isSyntax = (value: unknown): value is Syntax =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The child nodes in a field of a node. */
export const partsOf = (value: unknown): Syntax[] =>
	(Array.isArray(value) ? value : [value]).filter(isSyntax);

/** Stands for a substitution in a template: possibly a word, but not one of the template's own. */
export const filled = '\uFFFC';

/** The text of a node, such as a string or a template. */
export function textOf(node: Syntax): string | undefined {
	if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
	if (node.type === 'JSXText') return String(node['value']);
	if (node.type !== 'TemplateLiteral') return undefined;
	return partsOf(node['quasis'])
		.map(({value}) => (value as {cooked: string}).cooked)
		.join(filled);
}
