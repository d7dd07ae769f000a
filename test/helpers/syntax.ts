/** A node of a syntax tree, as `parseAst` gives them. */
export type Syntax = {type: string; start: number; end: number; [part: string]: unknown};

const isSyntax = (value: unknown): value is Syntax =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes among what a part of a node holds. */
export const partsOf = (value: unknown): Syntax[] =>
	(Array.isArray(value) ? value : [value]).filter(isSyntax);
